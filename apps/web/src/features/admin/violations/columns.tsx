import type { Violation } from '@flockwork/contract/admin/violations'
import type { GuardrailSeverity, ViolationSort } from '@flockwork/contract/guardrails'
import { adminViolations as words } from '../../../strings/admin-violations.ts'
import { Badge, type BadgeTone } from '../../../ui/badge.tsx'
import type { Column } from '../../../ui/data-table/columns.ts'
import { RelativeTime } from '../../../ui/relative-time.tsx'
import { shownNumber } from '../../../ui/shown-number.ts'

const TONES: Record<GuardrailSeverity, BadgeTone> = { high: 'rose', medium: 'straw', low: 'plain' }

export function SeverityWord({ severity }: { severity: GuardrailSeverity }) {
  return <Badge tone={TONES[severity]}>{words.severities[severity]}</Badge>
}

/** The author. */
export function whoOf({ user_id: id, username }: Pick<Violation, 'user_id' | 'username'>): string {
  if (id === null) return words.newPerson
  return username === null ? words.deleted : `@${username}`
}

/** The space. */
export function spaceOf({ org_id: id, org_name: name }: Pick<Violation, 'org_id' | 'org_name'>): string {
  if (id === null) return words.nowhere
  return name ?? words.deletedSpace
}

export const COLUMNS: readonly Column<Violation, ViolationSort>[] = [
  {
    id: 'severity',
    head: words.heads.severity,
    sorts: 'desc',
    width: '5.5rem',
    phone: 'first',
    cell: ({ severity }) => <SeverityWord severity={severity} />,
    text: ({ severity }) => words.severities[severity],
  },
  {
    id: 'text',
    head: words.heads.text,
    phone: 'first',
    cell: ({ original_content: text }) =>
      text === null ? (
        <span className="text-ink-3">{words.further}</span>
      ) : (
        <span dir="auto" className="font-mono text-xs">
          {text}
        </span>
      ),
    text: ({ original_content: text }) => text ?? words.further,
  },
  { id: 'rule', head: words.heads.rule, width: '9rem', cell: ({ rule_name: name }) => name },
  { id: 'who', head: words.heads.who, width: '7rem', cell: (violation) => whoOf(violation) },
  {
    id: 'where',
    head: words.heads.where,
    width: '8rem',
    isExtra: true,
    cell: (violation) => spaceOf(violation),
  },
  {
    id: 'times',
    head: words.heads.times,
    sorts: 'desc',
    width: '5rem',
    isNumber: true,
    phone: 'nowhere',
    cell: ({ times }) => shownNumber(times),
  },
  {
    id: 'timestamp',
    head: words.heads.when,
    sorts: 'desc',
    width: '6rem',
    cell: ({ timestamp }) => <RelativeTime at={timestamp} className="tabular text-ink-2" />,
    text: ({ timestamp }) => timestamp,
  },
]
