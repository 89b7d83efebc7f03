import type { ControlCentre } from '@flockwork/contract/admin/control'
import { adminManagedRoutes, type ManagedAgent } from '@flockwork/contract/admin/managed'
import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useId, useState } from 'react'
import { useServices } from '../../../api/services.ts'
import { managed as words, pause, use } from '../../../strings/admin-control.ts'
import { AlertDialog } from '../../../ui/confirm-dialog.tsx'
import { Button } from '../../../ui/button.tsx'
import { lazyPart } from '../../../ui/lazy-part.tsx'
import { Switch } from '../../../ui/switch.tsx'
import { adminKeys } from '../keys.ts'
import { describeUsage } from '../usage-words.ts'
import { isPausedGloballyAlone, pausedBy, reasonOf } from './control-words.ts'
import { LimitsDialog } from './limits-dialog.tsx'
import { usePause } from './use-pause.ts'

type Controlled = ControlCentre['agents'][number]

const ManagedAgentDialog = lazyPart(
  async () => (await import('./managed-agent-dialog.tsx')).ManagedAgentDialog,
)

const REFETCH_MS = 30_000

/** Rows before "show all", so that the sections below stay within reach. */
const SHOWN_FIRST = 4

/** Managed agents and the guide, each with its switch and its limits. */
export function ManagedAgents({ agents }: { agents: readonly Controlled[] }) {
  const id = useId()
  const [showsAll, setShowsAll] = useState(false)
  const shown = showsAll ? agents : agents.slice(0, SHOWN_FIRST)
  const { api } = useServices()
  const { data } = useQuery({
    queryKey: adminKeys.managed,
    queryFn: () => api.call(adminManagedRoutes.list, {}),
    refetchInterval: REFETCH_MS,
  })
  /** The id of the agent being edited, or 'new'. */
  const [edited, setEdited] = useState<string | null>(null)
  const [shownForm, setShownForm] = useState<string | null>(null)
  if (edited !== null && edited !== shownForm) setShownForm(edited)
  const settingsOf = (agentId: string | null) => data?.agents.find((agent) => agent.id === agentId) ?? null
  return (
    <section aria-labelledby={id} className="flex flex-col gap-3">
      <div className="flex flex-wrap items-end justify-between gap-3">
        <div>
          <h3 id={id} className="font-display text-lg font-semibold tracking-display">
            {words.title}
          </h3>
          <p className="text-sm text-ink-3">{words.hint}</p>
        </div>
        {data && (
          <Button icon={<Plus size={15} aria-hidden="true" />} onClick={() => setEdited('new')}>
            {words.make}
          </Button>
        )}
      </div>
      {agents.length === 0 ? (
        <p className="text-base text-ink-2">
          {words.none}. {words.noneText}
        </p>
      ) : (
        <ul aria-labelledby={id} className="rounded-panel border border-line">
          {shown.map((agent) => (
            <ManagedRow
              key={agent.id}
              agent={agent}
              settings={settingsOf(agent.id)}
              onEdit={() => setEdited(agent.id)}
            />
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
      <ManagedAgentDialog
        when={edited !== null}
        onLoadError={() => setEdited(null)}
        agent={settingsOf(shownForm)}
        defaultModel={data?.default_model ?? null}
        open={edited !== null}
        onOpenChange={(isOpen) => !isOpen && setEdited(null)}
      />
    </section>
  )
}

interface RowProps {
  agent: Controlled
  /** For an agent that this server runs. */
  settings: ManagedAgent | null
  onEdit: () => void
}

function ManagedRow({ agent, settings, onEdit }: RowProps) {
  const { username, control, owner_username: owner } = agent
  const switching = usePause()
  const [isEditing, setEditing] = useState(false)
  // only the global switch lifts its own pause
  const isLocked = isPausedGloballyAlone(control)
  const used = settings?.usage.today
  const who = [
    owner === null ? words.ofInstance : words.ownedBy(owner),
    ...(used ? [`${use.today}: ${describeUsage(used)}`] : []),
  ].join(' · ')
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
      {settings !== null && (
        <Button size="sm" aria-label={words.edit(username)} onClick={onEdit}>
          {words.editButton}
        </Button>
      )}
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
