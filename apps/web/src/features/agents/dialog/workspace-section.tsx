import { FOLLOW_PLACEHOLDER, type Agent } from '@flockwork/contract/agents'
import { detailOf } from '../../../api/api-error.ts'
import { dashboard, workspace as words } from '../../../strings/agent-dialog.ts'
import { Button } from '../../../ui/button.tsx'
import { Select } from '../../../ui/select.tsx'
import { useToast } from '../../../ui/toast-store.ts'
import { useSpaces } from '../../spaces/index.ts'
import { modeOf, placeLine, spaceIdOf } from '../placement.ts'
import { DialogSection } from './dialog-section.tsx'
import { useUpdateAgent } from './use-update-agent.ts'

/** Where an agent is, and whether it follows its owner or stays (docs/rules/agents.md#placement). */
export function WorkspaceSection({ agent }: { agent: Agent }) {
  const { spaces = [] } = useSpaces()
  const toast = useToast()
  const pin = useUpdateAgent(agent.id, (error) => problem(words.pinFailed, error))
  const move = useUpdateAgent(agent.id, (error, { pinned_org_id }) =>
    problem(pinned_org_id === FOLLOW_PLACEHOLDER ? words.followFailed : words.moveFailed, error),
  )
  const mode = modeOf(agent)
  const mayEdit = agent.permissions.can_edit || agent.is_own_agent
  const isBusy = pin.isPending || move.isPending
  const spaceId = spaceIdOf(agent)
  const now = mode === 'follow' ? FOLLOW_PLACEHOLDER : spaceId
  // optimistic: rolled back on failure
  const shown = (move.isPending ? move.variables.org_id : now) ?? ''
  const choices = [
    ...(shown === '' ? [{ value: '', label: words.choose }] : []),
    { value: FOLLOW_PLACEHOLDER, label: words.follow },
    ...spaces.map(({ id, name }) => ({ value: id, label: name })),
  ]
  const isListed = choices.some(({ value }) => value === shown)

  function choose(value: string) {
    if (value === '' || value === now) return
    const isFollow = value === FOLLOW_PLACEHOLDER
    move.mutate({ org_id: value, ...(isFollow && { pinned_org_id: value }) })
  }

  function togglePin() {
    if (mode !== 'free') return pin.mutate({ pinned_org_id: null })
    if (spaceId === null) return toast({ title: words.needsSpace, tone: 'bad' })
    pin.mutate({ pinned_org_id: spaceId, org_id: spaceId })
  }

  return (
    <DialogSection title={words.title}>
      <div className="flex flex-wrap gap-2">
        <div className="min-w-0 flex-1 basis-60">
          <Select
            aria-label={words.label}
            value={shown}
            disabled={!mayEdit || isBusy}
            onValueChange={choose}
            choices={isListed ? choices : [...choices, { value: shown, label: placeLine(agent, spaces) }]}
          />
        </div>
        <Button busy={pin.isPending} disabled={!mayEdit || move.isPending} onClick={togglePin}>
          {mode === 'free' ? words.pin : words.unpin}
        </Button>
      </div>
      <p role="status" className="pt-2 text-sm text-ink-3">
        {placeLine(agent, spaces)}
      </p>
    </DialogSection>
  )
}

function problem(title: string, error: Error): { title: string; description: string } {
  return { title, description: detailOf(error, dashboard.tryAgain) }
}
