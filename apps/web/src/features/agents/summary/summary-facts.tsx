import type { AgentSummary, UserSummary } from '@flockwork/contract/summaries'
import type { ReactNode } from 'react'
import { useSignedIn } from '../../../api/use-session.ts'
import { summary as words } from '../../../strings/agent-dialog.ts'
import { card } from '../../../strings/agents.ts'
import { Skeleton, SkeletonGroup } from '../../../ui/skeleton.tsx'
import { fullDay } from '../../../ui/format-time.ts'
import { useSkeleton } from '../../../ui/use-skeleton.ts'
import { presenceOf, useRoster } from '../../spaces/index.ts'
import { LastActive } from '../last-active.tsx'
import { useActiveRoster } from '../use-agent-summaries.ts'
import { useSummary, type Summary } from './use-summary.ts'

interface Props {
  type: 'agent' | 'user'
  id: string
}

/** An agent's owner and last activity; a person's role here (docs/rules/agents.md#privacy). */
export function SummaryFacts({ type, id }: Props) {
  const { summary, isLoading, isError } = useSummary(type, id)
  const showsSkeleton = useSkeleton(isLoading)
  if (showsSkeleton) return <Waiting />
  if (isError) {
    return (
      <p role="alert" className="text-nav text-ink-2">
        {words.failed}
      </p>
    )
  }
  return summary ? <Facts id={id} summary={summary} /> : <div className="h-12" />
}

function Facts({ id, summary }: { id: string; summary: Summary }) {
  switch (summary.kind) {
    case 'none':
      return <p className="text-nav text-ink-2">{words.none}</p>
    case 'private':
      return (
        <>
          <p className="pb-2 text-nav text-ink-2">{words.private}</p>
          <List>{summary.owner && <Owner owner={summary.owner} />}</List>
        </>
      )
    case 'agent': {
      const { owner } = summary.agent
      return (
        <List>
          {owner && <Owner owner={owner} />}
          <Presence id={id} summary={summary.agent} />
        </List>
      )
    }
    case 'user': {
      const { role, joined_at, agent_count } = summary.user
      return (
        <List>
          <Presence id={id} summary={summary.user} />
          <Fact name={words.role}>{words.roles[role]}</Fact>
          <Fact name={words.joined}>{fullDay(new Date(joined_at))}</Fact>
          <Fact name={words.agents}>{agent_count}</Fact>
        </List>
      )
    }
  }
}

/** From the live roster, as in the sidebar; from the summary for an account that isn't in the loaded roster. */
function Presence({ id, summary }: { id: string; summary: AgentSummary | UserSummary }) {
  const { spaceId } = useSignedIn()
  const roster = useActiveRoster(spaceId, useRoster(spaceId).items)
  const item = roster?.find((one) => one.id === id)
  const presence = item ? presenceOf(item) : summary.status
  if (presence === undefined) return null
  return (
    <Fact name={words.lastActive}>
      {card.presence[presence]} ·{' '}
      <LastActive at={item ? item.presence.last_active : summary.last_active_at} />
    </Fact>
  )
}

function Owner({ owner: { handle, name } }: { owner: { handle: string; name: string } }) {
  return (
    <Fact name={words.owner}>
      @{handle}
      {name !== '' && name.toLowerCase() !== handle && <span className="text-ink-3"> {name}</span>}
    </Fact>
  )
}

function List({ children }: { children: ReactNode }) {
  return <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 text-nav">{children}</dl>
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-ink-3">{name}</dt>
      <dd dir="auto" className="min-w-0 break-words text-ink">
        {children}
      </dd>
    </>
  )
}

function Waiting() {
  return (
    <SkeletonGroup label={words.loading}>
      <div className="flex flex-col gap-2 py-1">
        <Skeleton className="h-4 w-40" />
        <Skeleton className="h-4 w-24" />
      </div>
    </SkeletonGroup>
  )
}
