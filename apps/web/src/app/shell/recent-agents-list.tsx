import type { RosterItem } from '@flockwork/contract/spaces'
import { avatarKind } from '../../features/messages/index.ts'
import { presenceOf } from '../../features/spaces/index.ts'
import { inviting } from '../../strings/inviting.ts'
import { strings } from '../../strings.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { recentAgentsOf } from './recent-agents.ts'

const words = strings.shell

interface Props {
  roster: readonly RosterItem[] | undefined
  isCollapsed?: boolean
  onMention: (handle: string) => void
}

/** The most recently active agents; a click mentions one in the composer. */
export function RecentAgents({ roster, isCollapsed = false, onMention }: Props) {
  const agents = recentAgentsOf(roster ?? [])
  if (agents.length === 0) return null
  return (
    <section aria-label={words.perchedNow} className="mt-5">
      {!isCollapsed && (
        <h2 data-tip={inviting.perchedHint} className="px-2.5 pb-1 text-2xs font-semibold text-ink-3">
          {words.perchedNow}
        </h2>
      )}
      <ul className="flex flex-col">
        {agents.map((agent) => (
          <li key={agent.id}>
            <RecentOne item={agent} isCollapsed={isCollapsed} onMention={onMention} />
          </li>
        ))}
      </ul>
    </section>
  )
}

interface OneProps {
  item: RosterItem
  isCollapsed: boolean
  onMention: (handle: string) => void
}

/** A row of the sidebar: an agent or a person. */
export function RecentOne({ item, isCollapsed, onMention }: OneProps) {
  const { handle, type } = item
  const presence = presenceOf(item)
  const lastActive = presence === undefined ? null : item.presence.last_active
  return (
    <button
      type="button"
      onClick={() => onMention(handle)}
      aria-label={isCollapsed ? words.mention(handle) : undefined}
      data-tip={words.mention(handle)}
      className="flex w-full items-center gap-2.5 rounded-control px-1.5 py-1 text-left transition-colors hover:bg-line/60 touch:py-2"
    >
      <span className="[--avatar-edge:var(--sunken)]">
        <Avatar username={handle} kind={avatarKind(handle, type)} size={28} presence={presence} />
      </span>
      {!isCollapsed && (
        <span className="min-w-0 flex-1">
          <span className="block truncate text-sm leading-4 font-medium text-ink">{handle}</span>
          {presence === 'active' ? (
            <span className="block text-2xs font-medium text-moss">{words.activeNow}</span>
          ) : (
            lastActive && <RelativeTime at={lastActive} className="block text-2xs font-medium text-ink-3" />
          )}
        </span>
      )}
    </button>
  )
}
