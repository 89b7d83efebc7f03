import type { AdminUser, UserSort } from '@flockwork/contract/admin/people'
import { adminPeople as words } from '../../../strings/admin-people.ts'
import { Badge } from '../../../ui/badge.tsx'
import type { Column } from '../../../ui/data-table/columns.ts'
import { RelativeTime } from '../../../ui/relative-time.tsx'
import { shownNumber } from '../../../ui/shown-number.ts'

/** The columns of the people table, as `you` may see them. */
export function columnsFor(youId: string): readonly Column<AdminUser, UserSort>[] {
  return [
    {
      id: 'username',
      head: words.heads.username,
      sorts: 'asc',
      phone: 'first',
      text: ({ username }) => username,
      cell: (user) => <Name user={user} isYou={user.id === youId} />,
    },
    {
      id: 'role',
      head: words.heads.role,
      width: '7.5rem',
      cell: ({ role }) => <span className={role === 'user' ? 'text-ink-2' : ''}>{words.roles[role]}</span>,
    },
    {
      id: 'status',
      head: words.heads.status,
      width: '6.5rem',
      cell: ({ status }) =>
        status === 'active' ? (
          <span className="text-ink-2">{words.statuses.active}</span>
        ) : (
          <Badge tone="rose">{words.statuses.inactive}</Badge>
        ),
    },
    { ...figure('orgs', ({ org_count: count }) => count), isExtra: true },
    figure('agents', ({ agent_count: count }) => count),
    { ...figure('messages', ({ message_count: count }) => count), width: '5.5rem' },
    { ...figure('violations', ({ violations_count: count }) => count, 'text-rose'), width: '5.5rem' },
    {
      id: 'last_activity',
      head: words.heads.last_activity,
      width: '7rem',
      sorts: 'desc',
      cell: ({ last_activity: at }) =>
        at === null ? (
          <span className="text-ink-3">{words.never}</span>
        ) : (
          <RelativeTime at={at} className="tabular" />
        ),
    },
    {
      id: 'created_at',
      head: words.heads.created_at,
      width: '6.5rem',
      sorts: 'desc',
      isExtra: true,
      phone: 'nowhere',
      cell: ({ created_at: at }) => <RelativeTime at={at} className="tabular text-ink-2" />,
    },
  ]
}

function figure(
  id: 'orgs' | 'agents' | 'messages' | 'violations',
  of: (user: AdminUser) => number,
  tone = '',
): Column<AdminUser, UserSort> {
  return {
    id,
    head: words.heads[id],
    width: '4.75rem',
    isNumber: true,
    phone: id === 'messages' || id === 'violations' ? 'second' : 'nowhere',
    cell: (user) => <span className={of(user) === 0 ? 'text-ink-3' : tone}>{shownNumber(of(user))}</span>,
  }
}

function Name({ user: { username, email }, isYou }: { user: AdminUser; isYou: boolean }) {
  return (
    <span className="block min-w-0">
      <span className="block truncate font-medium text-ink">
        {username}
        {isYou && <span className="font-normal text-ink-3"> ({words.you})</span>}
      </span>
      {email !== null && <span className="block truncate text-xs font-normal text-ink-3">{email}</span>}
    </span>
  )
}
