import { searchRoutes as routes } from '@flockwork/contract/search'
import { refusalOfDatabase } from '../../platform/database.ts'
import { ApiError } from '../../platform/errors.ts'
import { mount, type Api } from '../../platform/mount.ts'
import { spaceOf } from '../spaces/index.ts'
import { searchMessages, type SearchDeps } from './service.ts'
import { trendingTopics } from './trending.ts'

export interface SearchRouteDeps {
  readonly search: SearchDeps
  readonly onError: (error: unknown) => void
}

export function searchApi(api: Api, { search, onError }: SearchRouteDeps): void {
  mount(api, routes.search, async ({ actor, query, body }) => {
    const spaceId = spaceOf(actor, body.org_id ?? query.org_id)
    return searchMessages(search, actor, spaceId, body).catch(
      failure(onError, { messages: [], topics: [], total: 0, results_count: 0 }),
    )
  })

  mount(api, routes.trending, async ({ actor, query }) => {
    const spaceId = spaceOf(actor, query.org_id)
    const source = 'server' as const
    return trendingTopics(search, actor, spaceId, query).then(
      (topics) => ({ success: true, trending_topics: topics, source, error: null }),
      failure(onError, { trending_topics: [], source }),
    )
  })
}

/**
 * A failure of only the search is reported in the answer (docs/rules/search.md#fallback), so that the rest of the
 * screen still works. Refusals and an unreachable or busy database are thrown as usual.
 */
function failure<T extends object>(onError: (error: unknown) => void, empty: T) {
  return (error: unknown) => {
    if (error instanceof ApiError || refusalOfDatabase(error) !== undefined) throw error
    onError(error)
    return { ...empty, success: false, error: 'Search failed' }
  }
}
