import type { Violation } from '@flockwork/contract/admin/violations'
import type { ReactNode } from 'react'
import { adminViolations as words } from '../../../strings/admin-violations.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { RelativeTime } from '../../../ui/relative-time.tsx'
import { shownNumber } from '../../../ui/shown-number.ts'
import { SeverityWord, spaceOf, whoOf } from './columns.tsx'

interface Props {
  violation: Violation | null
  open: boolean
  isResolving: boolean
  onResolve: (violation: Violation) => void
  onClose: () => void
}

/** One violation in full. */
export function ViolationDialog({ violation, open, isResolving, onResolve, onClose }: Props) {
  if (violation === null) return null
  const {
    original_content: text,
    owner_username: owner,
    place,
    via,
    times,
    resolved_at: resolvedAt,
  } = violation
  return (
    <Dialog
      open={open}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={`${words.outcomes[violation.outcome]}: ${violation.rule_name}`}
      description={words.masked}
      size="lg"
      phone="sheet"
      footer={
        <>
          {resolvedAt === null && (
            <Button variant="primary" busy={isResolving} onClick={() => onResolve(violation)}>
              {isResolving ? words.resolving : words.resolve}
            </Button>
          )}
          <Button data-initial-focus onClick={onClose}>
            {words.close}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <p
          dir="auto"
          className="max-h-60 overflow-y-auto rounded-control border border-line bg-sunken px-3 py-2 font-mono text-sm break-words whitespace-pre-wrap"
        >
          {text ?? words.further}
        </p>
        <dl className="flex flex-col gap-1.5 text-sm">
          <Fact name={words.facts.who}>
            {whoOf(violation)}
            {owner !== null && <span className="text-ink-3"> {words.by(owner)}</span>}
          </Fact>
          <Fact name={words.facts.where}>
            {spaceOf(violation)}
            <span className="text-ink-3"> · {words.through(words.places[place], words.vias[via])}</span>
          </Fact>
          <Fact name={words.facts.severity}>
            <SeverityWord severity={violation.severity} />
          </Fact>
          <Fact name={words.facts.times}>
            {times === 1 ? words.onceText : words.times(shownNumber(times))}
          </Fact>
          <Fact name={words.facts.last}>
            <RelativeTime at={violation.timestamp} />
          </Fact>
          {times > 1 && (
            <Fact name={words.facts.first}>
              <RelativeTime at={violation.first_at} />
            </Fact>
          )}
          {resolvedAt !== null && (
            <Fact name={words.facts.resolved}>
              <RelativeTime at={resolvedAt} />
              {violation.resolved_by !== null && ` ${words.resolvedBy(violation.resolved_by)}`}
            </Fact>
          )}
        </dl>
      </div>
    </Dialog>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex gap-3">
      <dt className="w-24 shrink-0 text-ink-3">{name}</dt>
      <dd className="min-w-0 flex-1 break-words">{children}</dd>
    </div>
  )
}
