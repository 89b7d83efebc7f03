import type { AgentSort, InstanceAgent } from '@flockwork/contract/admin/agents'
import { instance as words } from '../../../strings/admin-control.ts'
import { Badge } from '../../../ui/badge.tsx'
import type { Column } from '../../../ui/data-table/columns.ts'
import { RelativeTime } from '../../../ui/relative-time.tsx'
import { shownNumber } from '../../../ui/shown-number.ts'
import { recentActivity } from './control-words.ts'

/** The columns of the table of all agents. */
export const AGENT_COLUMNS: readonly Column<InstanceAgent, AgentSort>[] = [
  {
    id: 'name',
    head: words.columns.name,
    sorts: 'asc',
    phone: 'first',
    text: ({ username }) => username,
    cell: (agent) => <Name agent={agent} />,
  },
  {
    id: 'owner',
    head: words.columns.owner,
    width: '7rem',
    text: ({ owner }) => owner?.username ?? '',
    cell: ({ owner }) => {
      if (owner === null) return <span className="text-ink-3">{words.ofInstance}</span>
      return (
        <span className={owner.is_active ? '' : 'text-ink-3'}>
          @{owner.username}
          {!owner.is_active && ` (${words.ownerGone})`}
        </span>
      )
    },
  },
  {
    id: 'where',
    head: words.columns.where,
    width: '8rem',
    isExtra: true,
    phone: 'nowhere',
    text: ({ spaces }) => spaces.map(({ name }) => name).join(', '),
    cell: ({ spaces, spaces_count: count }) => {
      const [first] = spaces
      if (first === undefined) return <span className="text-ink-3">{words.nowhere}</span>
      return (
        <span className="flex gap-1">
          <span className="min-w-0 truncate">{first.name}</span>
          {count > 1 && <span className="shrink-0 text-ink-3">{words.andMore(count - 1)}</span>}
        </span>
      )
    },
  },
  {
    id: 'lately',
    head: words.columns.lately,
    width: '11rem',
    sorts: 'desc',
    cell: (agent) => <Lately agent={agent} />,
  },
  figure('messages', ({ day }) => day.messages),
  { ...figure('calls', ({ day }) => day.calls), isExtra: true },
  figure('refused', ({ day }) => day.refused.total, 'text-rose'),
  {
    id: 'waiting',
    head: words.columns.waiting,
    width: '4.75rem',
    isNumber: true,
    isExtra: true,
    phone: 'nowhere',
    cell: ({ deliveries }) => <Figure value={deliveries.stored + deliveries.delivered + deliveries.held} />,
  },
]

function figure(
  id: 'messages' | 'calls' | 'refused',
  of: (agent: InstanceAgent) => number,
  tone?: string,
): Column<InstanceAgent, AgentSort> {
  return {
    id,
    head: words.columns[id],
    width: '5.5rem',
    isNumber: true,
    // the column of the last minutes has it
    phone: 'nowhere',
    sorts: 'desc',
    cell: (agent) => <Figure value={of(agent)} tone={tone} />,
  }
}

function Figure({ value, tone = '' }: { value: number; tone?: string | undefined }) {
  return <span className={value === 0 ? 'text-ink-3' : tone}>{shownNumber(value)}</span>
}

/** Activity in the last minutes, otherwise the time of its last activity. */
function Lately({ agent }: { agent: InstanceAgent }) {
  const did = recentActivity(agent)
  if (did !== words.nothing) return did
  return (
    <span className="text-ink-3">
      {agent.acted_at === null ? (
        words.never
      ) : (
        <>
          {words.lastCall} <RelativeTime at={agent.acted_at} />
        </>
      )}
    </span>
  )
}

function Name({
  agent: { username, control, breaker_until: until, is_managed: isManaged },
}: {
  agent: InstanceAgent
}) {
  return (
    <span className="inline-flex max-w-full items-center gap-1.5">
      <span className="min-w-0 truncate font-medium text-ink">{username}</span>
      {control.is_disabled && <Badge tone="rose">{words.paused}</Badge>}
      {until !== null && <Badge tone="straw">{words.tripped}</Badge>}
      {isManaged && <Badge>{words.managed}</Badge>}
    </span>
  )
}
