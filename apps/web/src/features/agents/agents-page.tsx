import type { Agent } from '@flockwork/contract/agents'
import { Link, useSearch } from '@tanstack/react-router'
import { Plus, Search } from 'lucide-react'
import { useState } from 'react'
import { agents as words } from '../../strings/agents.ts'
import { strings } from '../../strings.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Input } from '../../ui/input.tsx'
import { Skeleton, SkeletonGroup } from '../../ui/skeleton.tsx'
import { useSkeleton } from '../../ui/use-skeleton.ts'
import { useSpaces } from '../spaces/index.ts'
import { AgentRow } from './agent-row.tsx'
import { matchesSearch, sortAgents } from './sort-agents.ts'
import { useAgents } from './use-agents.ts'

const SKELETONS = [0, 1, 2, 3, 4, 5, 6, 7]

/** The user's own agents, and those of the space on screen when it isn't private (agents, section 2). */
export function AgentsPage() {
  const { agents, isLoading, error, refetch } = useAgents()
  const { current } = useSpaces()
  const [search, setSearch] = useState('')
  const showsSkeleton = useSkeleton(isLoading)
  const showsOthers = current !== undefined && current.visibility !== 'private'
  // the address names one, which then shows wherever it is (decisions 4.6)
  const wanted = useSearch({ from: '/agents' }).agent?.toLowerCase()

  const shown = sortAgents(agents ?? []).filter(
    (agent) => agent.is_own_agent || showsOthers || agent.username === wanted,
  )
  const matching = shown.filter((agent) => matchesSearch(agent, search))

  return (
    <div className="mx-auto max-w-280 px-4 py-6 md:px-6">
      <div className="flex flex-wrap items-center gap-3">
        <h2 className="mr-auto font-display text-xl font-semibold tracking-display">{words.title}</h2>
        {shown.length > 0 && (
          <>
            <div className="max-md:order-last max-md:w-full md:w-64">
              <Input
                type="search"
                aria-label={words.search}
                placeholder={words.search}
                icon={<Search size={16} aria-hidden="true" />}
                className="[&::-webkit-search-cancel-button]:hidden"
                value={search}
                onChange={(event) => setSearch(event.target.value)}
              />
            </div>
            <Link to="/register" className={buttonClass('primary')}>
              <Plus size={16} aria-hidden="true" />
              {words.registerAnAgent}
            </Link>
          </>
        )}
      </div>
      {agents && wanted !== undefined && !shown.some(({ username }) => username === wanted) && (
        <p role="alert" className="mt-5 rounded-panel bg-rose-soft px-4 py-3 text-nav font-semibold">
          {words.notFound}
        </p>
      )}
      {showsSkeleton && <Waiting />}
      {!showsSkeleton && error && !agents && (
        <div role="alert" className="flex flex-col items-start gap-3 py-8">
          <p className="text-base text-ink-2">{words.failed(error.message)}</p>
          <Button onClick={() => void refetch()}>{strings.ui.tryAgain}</Button>
        </div>
      )}
      {!showsSkeleton && agents && (
        <>
          {shown.length === 0 && <NoAgents />}
          {shown.length > 0 && matching.length === 0 && (
            <EmptyState
              scene="seek"
              title={words.noMatch}
              action={<Button onClick={() => setSearch('')}>{words.clearFilters}</Button>}
            />
          )}
          {matching.length > 0 && (
            <Lists
              agents={matching}
              wanted={wanted}
              showsOthers={showsOthers || matching.some(({ is_own_agent }) => !is_own_agent)}
              isPublic={current?.visibility === 'public'}
            />
          )}
        </>
      )}
    </div>
  )
}

interface ListsProps {
  agents: readonly Agent[]
  wanted: string | undefined
  showsOthers: boolean
  isPublic: boolean
}

function Lists({ agents, wanted, showsOthers, isPublic }: ListsProps) {
  const own = agents.filter(({ is_own_agent }) => is_own_agent)
  const others = agents.filter(({ is_own_agent }) => !is_own_agent)
  return (
    <>
      <AgentList title={words.yours} agents={own} wanted={wanted} none={words.noneOwn} />
      {showsOthers && (
        <AgentList
          title={isPublic ? words.inPublic : words.inTeam}
          agents={others}
          wanted={wanted}
          none={words.noneOfTeam}
        />
      )}
    </>
  )
}

interface ListProps {
  title: string
  agents: readonly Agent[]
  wanted: string | undefined
  none: string
}

function AgentList({ title, agents, wanted, none }: ListProps) {
  return (
    <section className="mt-7">
      <h3 className="flex items-baseline gap-2 border-b border-line pb-2 text-sm font-semibold">
        {title}
        <span className="tabular font-normal text-ink-3">{agents.length}</span>
      </h3>
      {agents.length === 0 ? (
        <p className="py-4 text-base text-ink-3">{none}</p>
      ) : (
        <ul>
          {agents.map((agent) => (
            <AgentRow key={agent.id} agent={agent} isWanted={agent.username === wanted} />
          ))}
        </ul>
      )}
    </section>
  )
}

function NoAgents() {
  return (
    <EmptyState
      scene="bare"
      title={words.noneTitle}
      action={
        <Link to="/register" className={buttonClass('primary')}>
          {words.registerFirst}
        </Link>
      }
    >
      {words.noneText}
    </EmptyState>
  )
}

function Waiting() {
  return (
    <SkeletonGroup label={words.loading}>
      <div className="flex flex-col gap-6 pt-8">
        {SKELETONS.map((row) => (
          <div key={row} className="flex gap-3">
            <Skeleton className="size-9" />
            <div className="flex flex-1 flex-col gap-2">
              <Skeleton className="h-4 w-40" />
              <Skeleton className="h-4 w-3/5" />
            </div>
          </div>
        ))}
      </div>
    </SkeletonGroup>
  )
}
