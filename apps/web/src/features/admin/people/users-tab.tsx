import {
  adminPeopleRoutes as routes,
  type AdminUser,
  type PersonRole,
  type PersonStatus,
  type UserSort,
} from '@flockwork/contract/admin/people'
import { PEOPLE_FOUND_MAX, PEOPLE_SEARCH_MAX_CHARS } from '@flockwork/contract/limits'
import { useMemo, useState } from 'react'
import { useServices } from '../../../api/services.ts'
import { useSignedIn } from '../../../api/use-session.ts'
import { adminPeople as words } from '../../../strings/admin-people.ts'
import { Button } from '../../../ui/button.tsx'
import type { Sort } from '../../../ui/data-table/columns.ts'
import { DataTable } from '../../../ui/data-table/data-table.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { SearchBox } from '../../../ui/search-box.tsx'
import { Select } from '../../../ui/select.tsx'
import { shownNumber } from '../../../ui/shown-number.ts'
import { adminKeys } from '../keys.ts'
import { ListFilters } from '../list-filters.tsx'
import { usePagedList } from '../use-paged-list.ts'
import type { UserAct } from './acts.ts'
import { ConfirmChange, type PendingChange } from './confirm-change.tsx'
import { ResultBanner } from './banner.tsx'
import { BulkCreate } from './bulk-create.tsx'
import { columnsFor } from './columns.tsx'
import { ResetLinkDialog } from './reset-link.tsx'
import { UserDialog } from './user-dialog.tsx'
import { UserMenu } from './user-menu.tsx'
import { useResult } from './use-result.ts'
import { useUserActs } from './use-user-acts.ts'

const PAGE = 50
const REFETCH_MS = 30_000
const SETTLED_MS = 300
const ROLES: readonly PersonRole[] = ['admin', 'agent_manager', 'user']
const STATUSES: readonly PersonStatus[] = ['active', 'inactive']

interface Filter {
  readonly search: string
  readonly role: PersonRole | ''
  readonly status: PersonStatus | ''
}
const NO_FILTER: Filter = { search: '', role: '', status: '' }

interface Shown {
  readonly user: AdminUser
  readonly what: 'details' | 'link'
  readonly isOpen: boolean
}

/** The people of the instance: searchable, filtered, sorted and paged, with actions on each. */
export function UsersTab() {
  const { api } = useServices()
  const { profile } = useSignedIn()
  const [filter, setFilter] = useState(NO_FILTER)
  const [sort, setSort] = useState<Sort<UserSort>>({ by: 'username', order: 'asc' })
  const [asked, setAsked] = useState<PendingChange | null>(null)
  // the person stays in the dialog during the closing animation
  const [shown, setShown] = useState<Shown | null>(null)
  const { result, show } = useResult()
  const acts = useUserActs(show)
  const columns = useMemo(() => columnsFor(profile.id), [profile.id])
  const list = usePagedList<AdminUser>({
    name: [...adminKeys.people, filter, sort],
    limit: PAGE,
    fetchPage: async (page, signal) => {
      const { search, role, status } = filter
      const query = { ...page, search, role_filter: role, status, sort: sort.by, order: sort.order }
      const { users, total } = await api.call(routes.users, { query, signal })
      return { rows: users, total }
    },
    failed: words.failed,
    refetchMs: REFETCH_MS,
  })

  function begin(user: AdminUser, act: UserAct) {
    if (act === 'resetLink') setShown({ user, what: 'link', isOpen: true })
    else setAsked({ user, act })
  }
  function menuOf(user: AdminUser, tabIndex: 0 | -1) {
    return (
      <UserMenu
        user={user}
        isYou={user.id === profile.id}
        isBusy={acts.isPending && acts.variables.user.id === user.id}
        tabIndex={tabIndex}
        onDetails={() => setShown({ user, what: 'details', isOpen: true })}
        onAct={(act) => begin(user, act)}
      />
    )
  }
  const close = () => setShown((current) => current && { ...current, isOpen: false })

  return (
    <div className="flex flex-col gap-3">
      <ResultBanner result={result} />
      <ListFilters>
        <SearchBox
          label={words.search}
          clearLabel={words.clear}
          maxLength={PEOPLE_SEARCH_MAX_CHARS}
          search={filter.search}
          onSearch={(search) => setFilter({ ...filter, search })}
          delayMs={SETTLED_MS}
        />
        <Select
          isFilter
          aria-label={words.role}
          value={filter.role}
          onValueChange={(value) => setFilter({ ...filter, role: ROLES.find((one) => one === value) ?? '' })}
          choices={[
            { value: '', label: words.anyRole },
            ...ROLES.map((value) => ({ value, label: words.roles[value] })),
          ]}
        />
        <Select
          isFilter
          aria-label={words.status}
          value={filter.status}
          onValueChange={(value) =>
            setFilter({ ...filter, status: STATUSES.find((one) => one === value) ?? '' })
          }
          choices={[
            { value: '', label: words.anyStatus },
            ...STATUSES.map((value) => ({ value, label: words.statuses[value] })),
          ]}
        />
        <span className="ms-auto text-end">
          <BulkCreate />
        </span>
      </ListFilters>
      {filter.search !== '' && list.total >= PEOPLE_FOUND_MAX && (
        <p className="text-sm text-ink-2">{words.tooMany(shownNumber(PEOPLE_FOUND_MAX))}</p>
      )}
      <DataTable<AdminUser, UserSort>
        label={words.list}
        columns={columns}
        list={list}
        rowId={({ id }) => id}
        sort={sort}
        onSort={setSort}
        onOpen={(user) => setShown({ user, what: 'details', isOpen: true })}
        actions={menuOf}
        empty={
          <EmptyState
            scene="seek"
            title={words.noMatch}
            action={<Button onClick={() => setFilter(NO_FILTER)}>{words.clearFilters}</Button>}
          >
            {words.noMatchText}
          </EmptyState>
        }
      />
      <ConfirmChange
        asked={asked}
        busy={acts.isPending}
        onConfirm={(wanted) => acts.mutate(wanted, { onSettled: () => setAsked(null) })}
        onClose={() => setAsked(null)}
      />
      {shown?.what === 'details' && (
        <UserDialog key={shown.user.id} user={shown.user} open={shown.isOpen} onClose={close} />
      )}
      {shown?.what === 'link' && (
        <ResetLinkDialog key={shown.user.id} user={shown.user} open={shown.isOpen} onClose={close} />
      )}
    </div>
  )
}
