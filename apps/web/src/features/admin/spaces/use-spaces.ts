import {
  adminSpaceRoutes,
  type AdminSpace,
  type AdminSpaceSort,
  type AdminSpaces,
  type SpaceKind,
} from '@flockwork/contract/admin/spaces'
import { skipToken, useQuery, useQueryClient } from '@tanstack/react-query'
import { useServices } from '../../../api/services.ts'
import { adminSpaces as words } from '../../../strings/admin-places.ts'
import type { ListPage, Sort } from '../../../ui/data-table/columns.ts'
import { adminKeys } from '../keys.ts'
import { usePagedList } from '../use-paged-list.ts'

const PAGE = 25
const REFETCH_MS = 30_000

export interface SpaceFilter {
  readonly search: string
  readonly kind: SpaceKind | null
  readonly sort: Sort<AdminSpaceSort>
}

export type SpaceFacts = Pick<AdminSpaces, 'health' | 'beta_insights'>

/** One page of spaces, with the totals from the same response: null until loaded. */
export function useSpaces({ search, kind, sort }: SpaceFilter): {
  list: ListPage<AdminSpace>
  facts: SpaceFacts | null
} {
  const { api } = useServices()
  const queryClient = useQueryClient()
  const { data: facts = null } = useQuery<SpaceFacts>({ queryKey: adminKeys.spaceHealth, queryFn: skipToken })
  const list = usePagedList<AdminSpace>({
    name: [...adminKeys.spaces, search, kind, sort.by, sort.order],
    limit: PAGE,
    refetchMs: REFETCH_MS,
    failed: words.failed,
    async fetchPage(page) {
      const { organizations, total, health, beta_insights } = await api.call(adminSpaceRoutes.list, {
        query: {
          ...page,
          ...(search !== '' && { search }),
          ...(kind !== null && { visibility: kind }),
          sort: sort.by,
          order: sort.order,
        },
      })
      queryClient.setQueryData<SpaceFacts>(adminKeys.spaceHealth, { health, beta_insights })
      return { rows: organizations, total }
    },
  })
  return { list, facts }
}
