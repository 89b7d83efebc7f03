import type { Agent } from '@flockwork/contract/agents'
import { Link } from '@tanstack/react-router'
import { Plus, Search } from 'lucide-react'
import { useEffect, useState, type ReactNode } from 'react'
import { NetworkError } from '../../../api/api-error.ts'
import { agents as words } from '../../../strings/agents.ts'
import { teams as teamWords } from '../../../strings/teams.ts'
import { Button, buttonClass } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { FailurePanel } from '../../../ui/failure-panel.tsx'
import { Input } from '../../../ui/input.tsx'
import { lazyPart, usePreload } from '../../../ui/lazy-part.tsx'
import { LoadFailure } from '../../../ui/load-failure.tsx'
import { useSkeleton } from '../../../ui/use-skeleton.ts'
import { useSpaces } from '../../spaces/index.ts'
import { placeOf, useLinkedAgent } from '../dialog/use-linked-agent.ts'
import { useAgentAddress } from '../dialog/use-agent-address.ts'
import { TeamBar } from '../teams/team-bar.tsx'
import { TeamDialogPart } from '../teams/team-dialog-part.ts'
import { useTeams } from '../teams/use-teams.ts'
import { useAgents } from '../use-agents.ts'
import { AgentSections } from './agent-sections.tsx'
import { AgentsSkeleton } from './agents-skeleton.tsx'
import { matchesSearch, sortAgents } from './sort-agents.ts'

const AddressedDialog = lazyPart(async () => (await import('../dialog/addressed-dialog.tsx')).AddressedDialog)
const SOON = [AddressedDialog]

interface Props {
  /** Inserts a mention into the composer and navigates there. */
  onMention: (handle: string) => void
  /** The lookup of the account in the URL. */
  onPlace: (place: 'here' | 'otherSpace') => void
  /** Rendered when the URL names an account of another of the user's spaces. */
  renderOtherSpace: (spaceId: string) => ReactNode
}

/** The user's own agents, and those of the space on screen when it isn't private. */
export function AgentsPage({ onMention, onPlace, renderOtherSpace }: Props) {
  const { agents, isLoading, error, refetch } = useAgents()
  const { current } = useSpaces()
  const teams = useTeams()
  const [search, setSearch] = useState('')
  const [teamId, setTeamId] = useState<string | null>(null)
  const [isMakingTeam, setMakingTeam] = useState(false)
  usePreload(SOON)
  const address = useAgentAddress()
  const addressed = useLinkedAgent(address.handle, agents)
  const showsSkeleton = useSkeleton(isLoading)
  const showsOthers = current !== undefined && current.visibility !== 'private'
  // a deleted team doesn't filter
  const team = teams.find(({ id }) => id === teamId) ?? null

  const shown = sortAgents(agents ?? []).filter(({ is_own_agent }) => is_own_agent || showsOthers)
  const matching = shown.filter(
    (agent) => matchesSearch(agent, search) && (team === null || team.agents.includes(agent.username)),
  )

  // only one primary button per view: the empty state has its own
  const isEmpty = agents !== undefined && shown.length === 0
  // offline, loaded agents stay on screen
  const isFailed = error !== null && !(error instanceof NetworkError && agents !== undefined)

  function clearFilters() {
    setSearch('')
    setTeamId(null)
  }

  const place = placeOf(addressed)
  useEffect(() => {
    if (place !== null) onPlace(place)
  }, [place, onPlace])

  if (addressed?.kind === 'otherSpace') return renderOtherSpace(addressed.spaceId)
  return (
    <div className="mx-auto max-w-280 px-4 py-6 md:px-6">
      <div className="flex flex-wrap items-center gap-3 max-md:gap-2">
        <h2 className="mr-auto font-display text-xl font-semibold tracking-display">{words.title}</h2>
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
        <div className="flex gap-2">
          <Button onClick={() => setMakingTeam(true)}>{teamWords.newTeam}</Button>
          <Link to="/register" className={buttonClass(isEmpty ? 'outline' : 'primary')}>
            <Plus size={16} aria-hidden="true" className="max-md:hidden" />
            {words.registerAnAgent}
          </Link>
        </div>
      </div>
      {addressed?.kind === 'missing' && (
        <FailurePanel title={words.notFound} text={words.notFoundText(addressed.handle)} className="mt-5" />
      )}
      {shown.length > 0 && <TeamBar teams={teams} value={team?.id ?? null} onValueChange={setTeamId} />}
      {showsSkeleton && <AgentsSkeleton />}
      {!showsSkeleton && isFailed && (
        <LoadFailure text={words.failed(error.message)} onRetry={() => void refetch()} className="my-6" />
      )}
      {!showsSkeleton && agents && !isFailed && (
        <Found
          shown={shown}
          matching={matching}
          showsOthers={showsOthers}
          isPublic={current?.visibility === 'public'}
          onClear={clearFilters}
          onMention={onMention}
        />
      )}
      {isMakingTeam && <TeamDialogPart team={null} open onOpenChange={setMakingTeam} />}
      <AddressedDialog
        when={place === 'here'}
        addressed={addressed}
        onClose={address.close}
        onMention={onMention}
      />
    </div>
  )
}

interface FoundProps {
  shown: readonly Agent[]
  matching: readonly Agent[]
  showsOthers: boolean
  isPublic: boolean
  onClear: () => void
  onMention: (handle: string) => void
}

function Found({ shown, matching, showsOthers, isPublic, onClear, onMention }: FoundProps) {
  if (shown.length === 0) {
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
  if (matching.length === 0) {
    return (
      <EmptyState
        scene="seek"
        title={words.noMatch}
        action={<Button onClick={onClear}>{words.clearFilters}</Button>}
      />
    )
  }
  return (
    <AgentSections agents={matching} showsOthers={showsOthers} isPublic={isPublic} onMention={onMention} />
  )
}
