import type { ControlCentre } from '@flockwork/contract/admin/control'
import { useId, useState } from 'react'
import { managed as words, pause } from '../../../strings/admin-control.ts'
import { AlertDialog } from '../../../ui/ask-dialog.tsx'
import { Button } from '../../../ui/button.tsx'
import { Switch } from '../../../ui/switch.tsx'
import { isPausedGloballyAlone, pausedBy, reasonOf } from './control-words.ts'
import { LimitsDialog } from './limits-dialog.tsx'
import { usePause } from './use-pause.ts'

type ManagedAgent = ControlCentre['agents'][number]

/** What else there is below them is not to be far away. */
const SHOWN_FIRST = 4

/** The agents that run in the cloud, and the guide: each with its switch and its limits. */
export function ManagedAgents({ agents }: { agents: readonly ManagedAgent[] }) {
  const id = useId()
  const [showsAll, setShowsAll] = useState(false)
  const shown = showsAll ? agents : agents.slice(0, SHOWN_FIRST)
  return (
    <section aria-labelledby={id} className="flex flex-col gap-3">
      <div>
        <h3 id={id} className="font-display text-lg font-semibold tracking-display">
          {words.title}
        </h3>
        <p className="text-sm text-ink-3">{words.hint}</p>
      </div>
      {agents.length === 0 ? (
        <p className="text-base text-ink-2">
          {words.none}. {words.noneText}
        </p>
      ) : (
        <ul aria-labelledby={id} className="rounded-panel border border-line">
          {shown.map((agent) => (
            <ManagedRow key={agent.id} agent={agent} />
          ))}
        </ul>
      )}
      {shown.length < agents.length && (
        <div>
          <Button variant="quiet" onClick={() => setShowsAll(true)}>
            {words.showAll(agents.length)}
          </Button>
        </div>
      )}
    </section>
  )
}

function ManagedRow({ agent }: { agent: ManagedAgent }) {
  const { username, control, owner_username: owner } = agent
  const switching = usePause()
  const [isEditing, setEditing] = useState(false)
  // the switch over all is the only one that lifts its own pause
  const isLocked = isPausedGloballyAlone(control)
  const who = owner === null ? words.ofInstance : words.ownedBy(owner)
  const why = [pausedBy(control), control.is_disabled && control.disabled_reason].filter(Boolean).join(': ')

  return (
    <li className="flex items-start gap-4 border-t border-line px-4 py-3 first:border-t-0">
      <div className="min-w-0 flex-1">
        <Switch
          label={words.responds(username)}
          hint={why === '' ? who : `${who} · ${why}`}
          checked={!control.is_disabled}
          disabled={isLocked}
          onCheckedChange={(isOn) => switching.mutate({ agent, disabled: !isOn })}
        />
      </div>
      <Button size="sm" aria-label={words.limits(username)} onClick={() => setEditing(true)}>
        {words.limitsButton}
      </Button>
      <LimitsDialog agent={agent} open={isEditing} onOpenChange={setEditing} />
      <AlertDialog
        title={pause.alert}
        text={
          switching.error &&
          pause.failed(switching.variables.disabled ? 'disable' : 'enable', reasonOf(switching.error))
        }
        onClose={switching.reset}
      />
    </li>
  )
}
