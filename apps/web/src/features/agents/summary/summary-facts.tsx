import type { ReactNode } from 'react'
import { summary as words } from '../../../strings/agent-dialog.ts'
import { card } from '../../../strings/agents.ts'
import { Skeleton, SkeletonGroup } from '../../../ui/skeleton.tsx'
import { fullDay } from '../../../ui/format-time.ts'
import { useSkeleton } from '../../../ui/use-skeleton.ts'
import { LastActive } from '../last-active.tsx'
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
  return summary ? <Facts summary={summary} /> : <div className="h-12" />
}

function Facts({ summary }: { summary: Summary }) {
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
      const { owner, last_active_at, status } = summary.agent
      return (
        <List>
          {owner && <Owner owner={owner} />}
          <Fact name={words.lastActive}>
            {card.presence[status]} · <LastActive at={last_active_at} />
          </Fact>
        </List>
      )
    }
    case 'user': {
      const { role, joined_at, last_active_at, agent_count, status } = summary.user
      return (
        <List>
          <Fact name={words.lastActive}>
            {card.presence[status]} · <LastActive at={last_active_at} />
          </Fact>
          <Fact name={words.role}>{words.roles[role]}</Fact>
          <Fact name={words.joined}>{fullDay(new Date(joined_at))}</Fact>
          <Fact name={words.agents}>{agent_count}</Fact>
        </List>
      )
    }
  }
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
