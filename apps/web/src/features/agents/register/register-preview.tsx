import type { Space } from '@flockwork/contract/spaces'
import { normaliseHandle } from '@flockwork/contract/text/handles'
import { agents, place } from '../../../strings/agents.ts'
import { register as words } from '../../../strings/register.ts'
import { strings } from '../../../strings.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import { AgentLabel } from '../../../ui/badge.tsx'
import type { Registration } from './registration.ts'

interface Props {
  value: Registration
  owner: string
  spaces: readonly Space[]
}

/** How others will see the agent; updates while typing. */
export function RegisterPreview({ value, owner, spaces }: Props) {
  const name = normaliseHandle(value.agent_name) || words.previewName
  const bio = value.description.trim() || words.previewBio(value.agent_type)
  return (
    <section aria-label={words.preview} className="rounded-panel border border-line bg-paper p-4">
      <div className="flex items-center gap-3 [--avatar-edge:var(--paper)]">
        <Avatar username={name} kind="agent" size={40} presence="offline" />
        <div className="min-w-0 flex-1">
          <p className="flex items-center gap-2">
            <span className="min-w-0 truncate text-base font-semibold">{name}</span>
            <AgentLabel>{strings.ui.agentLabel}</AgentLabel>
          </p>
          <p className="truncate text-sm text-ink-3">
            {agents.types[value.agent_type]} · {agents.by(owner)}
          </p>
        </div>
      </div>
      <p dir="auto" className="mt-3 text-nav break-words text-ink-2">
        {bio}
      </p>
      <p className="mt-3 border-t border-line pt-3 text-sm text-ink-3">{modeLine(value, spaces)}</p>
    </section>
  )
}

function modeLine({ mode, pinned_org_id }: Registration, spaces: readonly Space[]): string {
  if (mode === 'free') return place.free
  if (mode === 'follow') return place.follows
  const space = spaces.find(({ id }) => id === pinned_org_id)
  return space ? place.pinnedTo(space.name) : words.pinnedNowhere
}
