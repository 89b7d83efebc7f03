import type { AuditEntry } from '@flockwork/contract/admin/audit'
import { adminAudit as words } from '../../../strings/admin-audit.ts'
import type { Column } from '../../../ui/data-table/columns.ts'
import { RelativeTime } from '../../../ui/relative-time.tsx'
import { actorOf, targetOf } from './view.ts'

export const COLUMNS: readonly Column<AuditEntry>[] = [
  {
    id: 'action',
    head: words.heads.action,
    phone: 'first',
    cell: ({ action }) => <span className="font-medium">{words.named(action)}</span>,
    text: ({ action }) => action,
  },
  { id: 'target', head: words.heads.target, cell: (entry) => targetOf(entry) },
  { id: 'actor', head: words.heads.actor, width: '9rem', cell: (entry) => actorOf(entry) },
  {
    id: 'space',
    head: words.heads.space,
    width: '9rem',
    isExtra: true,
    phone: 'nowhere',
    cell: ({ space_name: name }) => name ?? '',
  },
  {
    id: 'ip',
    head: words.heads.ip,
    width: '8rem',
    isExtra: true,
    phone: 'nowhere',
    cell: ({ ip }) => <span className="tabular text-ink-2">{ip ?? ''}</span>,
    text: ({ ip }) => ip ?? '',
  },
  {
    id: 'at',
    head: words.heads.at,
    width: '7rem',
    cell: ({ at }) => <RelativeTime at={at} className="tabular text-ink-2" />,
    text: ({ at }) => at,
  },
]
