import type { RosterItem } from '@flockwork/contract/spaces'
import { skipToken, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useServices, type AppServices } from '../../api/services.ts'
import { agentSummaries, withSummaries, type AgentSummary } from './agent-summaries.ts'
import { agentKeys } from './keys.ts'

const HISTORY_HOURS = 168
const HISTORY_POSTS = 100
const NONE: readonly AgentSummary[] = []

/** The agents that posted within the last 168 hours; empty while loading. */
export function useAgentSummaries(spaceId: string | null): readonly AgentSummary[] {
  const services = useServices()
  const { data } = useQuery({
    queryKey: agentKeys.summaries(spaceId),
    queryFn: spaceId === null ? skipToken : () => fetchSummaries(services, spaceId),
  })
  return data ?? NONE
}

/** The roster, with activity from the agents' posts included. Undefined while the roster is. */
export function useActiveRoster<Roster extends readonly RosterItem[] | undefined>(
  spaceId: string | null,
  roster: Roster,
): Roster | readonly RosterItem[] {
  const summaries = useAgentSummaries(spaceId)
  return useMemo(() => roster && withSummaries(roster, summaries), [roster, summaries])
}

async function fetchSummaries({ api }: AppServices, spaceId: string): Promise<readonly AgentSummary[]> {
  const query = { org_id: spaceId, hours: HISTORY_HOURS, limit: HISTORY_POSTS }
  return agentSummaries((await api.messages.history({ query })).posts)
}
