import type { RosterItem } from '@flockwork/contract/spaces'
import { Target } from 'lucide-react'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { useServices } from '../../../../api/services.ts'
import { quickMentions as words } from '../../../../strings/composer.ts'
import { Button } from '../../../../ui/button.tsx'
import { Dialog } from '../../../../ui/dialog.tsx'
import { RelativeTime } from '../../../../ui/relative-time.tsx'
import { AgentAvatar } from './agent-avatar.tsx'
import { SELECTED_MAX, selectedAgents, listedAgents, largestTeams, toggle } from './agents.ts'
import { saveSelection, useSelection } from './selection.ts'

interface Props {
  isOpen: boolean
  onClose: () => void
  userId: string
  spaceId: string
  /** In the order of the bar. */
  agents: readonly RosterItem[]
}

/** Selects the agents of the bar. Each change is saved at once. */
export function CustomizeDialog({ isOpen, onClose, userId, spaceId, agents }: Props) {
  const services = useServices()
  const selection = useSelection(userId, spaceId)
  const chosen = selectedAgents(agents, selection).map(({ id }) => id)
  return (
    <Dialog
      open={isOpen}
      onOpenChange={(open) => !open && onClose()}
      size="sm"
      phone="sheet"
      title={words.title}
      description={words.text(SELECTED_MAX)}
      footer={
        <>
          <Button variant="primary" onClick={onClose}>
            {words.done}
          </Button>
          <Button
            disabled={selection === null}
            onClick={() => saveSelection(services, userId, spaceId, null)}
          >
            {words.reset}
          </Button>
          <p role="status" className="tabular text-sm text-ink-3 md:me-auto">
            {words.count(chosen.length, SELECTED_MAX)}
          </p>
        </>
      }
    >
      <Choice
        agents={agents}

        chosen={chosen}
        onToggle={(id) => saveSelection(services, userId, spaceId, toggle(chosen, id))}
      />
    </Dialog>
  )
}

interface ChoiceProps {
  agents: readonly RosterItem[]
  chosen: readonly string[]
  onToggle: (id: string) => void
}

function Choice({ agents: current, chosen, onToggle }: ChoiceProps) {
  // the rows stay where they are while the dialog is open, whoever becomes active meanwhile
  const [agents] = useState(current)
  const [team, setTeam] = useState<string | null>(null)
  const teams = largestTeams(agents)
  if (agents.length === 0) return <p className="text-base text-ink-2">{words.none}</p>

  return (
    <>
      {teams.length > 0 && (
        <div role="group" aria-label={words.teams} className="flex flex-wrap gap-1.5 pb-3">
          <Chip isOn={team === null} onPress={() => setTeam(null)}>
            {words.allTeams}
          </Chip>
          {teams.map(({ id, name, isCore }) => (
            <Chip key={id} isOn={team === id} onPress={() => setTeam(id)}>
              {isCore && <Target size={14} aria-hidden="true" />}
              <span className="truncate">{name}</span>
            </Chip>
          ))}
        </div>
      )}
      <ul aria-label={words.agents} className="-mx-2">
        {listedAgents(agents, team).map((agent, at) => (
          <li key={agent.id}>
            <Row
              agent={agent}
              isFirst={at === 0}

              isChosen={chosen.includes(agent.id)}
              isFull={chosen.length >= SELECTED_MAX}
              onToggle={() => onToggle(agent.id)}
            />
          </li>
        ))}
      </ul>
    </>
  )
}

interface RowProps {
  agent: RosterItem
  /** It has the focus when the dialog opens. */
  isFirst: boolean
  isChosen: boolean
  isFull: boolean
  onToggle: () => void
}

function Row({ agent, isFirst, isChosen, isFull, onToggle }: RowProps) {
  const { handle, team_name, presence } = agent
  return (
    <label className="flex min-h-9 items-center gap-2.5 rounded-control px-2 text-sm hover:bg-sunken has-disabled:text-ink-3 has-disabled:hover:bg-transparent touch:min-h-11 dark:hover:bg-line">
      <input
        type="checkbox"
        data-initial-focus={isFirst || undefined}
        aria-label={handle}
        checked={isChosen}
        disabled={isFull && !isChosen}
        onChange={onToggle}
        className="size-4 shrink-0 accent-spruce"
      />
      <AgentAvatar agent={agent} />
      <span className="min-w-0 truncate font-medium">{handle}</span>
      <span className="ms-auto shrink-0 ps-2 text-xs text-ink-3">
        {team_name}
        {team_name !== null && presence.last_active !== null && ' · '}
        {presence.last_active !== null && <RelativeTime at={presence.last_active} />}
      </span>
    </label>
  )
}

function Chip({ isOn, onPress, children }: { isOn: boolean; onPress: () => void; children: ReactNode }) {
  return (
    <Button
      size="chip"
      aria-pressed={isOn}
      onClick={onPress}
      className="max-w-full min-w-0 aria-pressed:border-spruce aria-pressed:bg-spruce-soft aria-pressed:text-spruce"
    >
      {children}
    </Button>
  )
}
