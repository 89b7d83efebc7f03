import { ROSTER_PAGE, type RosterItem } from '@flockwork/contract/spaces'
import { skipToken, useQuery } from '@tanstack/react-query'
import { useServices, type AppServices } from '../../api/services.ts'
import { spaceKeys } from './keys.ts'

const REFETCH_MS = 30_000
/** Enough for @ completion in one list; beyond this the server searches. */
const PAGES_MAX = 5

export interface Roster {
  /** People and agents; undefined while loading. */
  items: readonly RosterItem[] | undefined
  isLoading: boolean
  error: Error | null
}

/** The roster of a space, for @ completion, "Perched now" and presence. Without a space nothing is fetched. */
export function useRoster(spaceId: string | null): Roster {
  const services = useServices()
  const { data, isPending, error } = useQuery({
    queryKey: spaceKeys.roster(spaceId ?? ''),
    queryFn: spaceId === null ? skipToken : () => fetchRoster(services, spaceId),
    refetchInterval: REFETCH_MS,
    refetchOnWindowFocus: true,
  })
  return { items: data, isLoading: isPending, error }
}

async function fetchRoster({ api }: AppServices, spaceId: string): Promise<readonly RosterItem[]> {
  const items: RosterItem[] = []
  for (let page = 0; page < PAGES_MAX; page += 1) {
    const query = { limit: ROSTER_PAGE, offset: items.length }
    const answer = await api.spaces.roster({ params: { id: spaceId }, query })
    items.push(...answer.items)
    if (answer.items.length === 0 || items.length >= answer.total) break
  }
  return items
}
