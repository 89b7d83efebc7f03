import type { AuditEntry } from '@flockwork/contract/admin/audit'
import type { ReactNode } from 'react'
import { adminAudit as words } from '../../../strings/admin-audit.ts'
import { Button } from '../../../ui/button.tsx'
import { cx } from '../../../ui/cx.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { fullTime } from '../../../ui/format-time.ts'
import { actorOf, differences, targetOf, type Difference } from './view.ts'

interface Props {
  entry: AuditEntry | null
  open: boolean
  onClose: () => void
}

/** One entry in full, with the state before and after the action. */
export function EntryDialog({ entry, open, onClose }: Props) {
  if (entry === null) return null
  const changes = differences(entry)
  return (
    <Dialog
      open={open}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={words.named(entry.action)}
      description={words.number(entry.number)}
      size="lg"
      phone="sheet"
      footer={
        <Button data-initial-focus onClick={onClose}>
          {words.close}
        </Button>
      }
    >
      <div className="flex flex-col gap-4">
        <dl className="flex flex-col gap-1.5 text-sm">
          <Fact name={words.facts.actor}>{actorOf(entry)}</Fact>
          <Fact name={words.facts.target}>
            {targetOf(entry)}
            <span className="block font-mono text-xs text-ink-3">{entry.target.id}</span>
          </Fact>
          {entry.space_id !== null && (
            <Fact name={words.facts.space}>
              {entry.space_name ?? <span className="font-mono text-xs text-ink-3">{entry.space_id}</span>}
            </Fact>
          )}
          <Fact name={words.facts.at}>
            <time dateTime={entry.at}>{fullTime(new Date(entry.at))}</time>
          </Fact>
          {entry.ip !== null && <Fact name={words.facts.ip}>{entry.ip}</Fact>}
        </dl>
        {changes.length > 0 ? (
          <Changes changes={changes} />
        ) : (
          !entry.erased && <p className="text-sm text-ink-3">{words.noChange}</p>
        )}
        {entry.erased && <p className="text-sm text-ink-3">{words.erased}</p>}
      </div>
    </Dialog>
  )
}

function Changes({ changes }: { changes: readonly Difference[] }) {
  return (
    <table className="w-full text-start text-sm" style={{ tableLayout: 'fixed' }}>
      <caption className="mb-2 text-start text-sm font-medium text-ink">{words.change}</caption>
      <thead>
        <tr className="border-b border-line text-xs text-ink-3">
          <th scope="col" className="px-2 py-1.5 text-start font-medium" style={{ width: '8rem' }}>
            {words.field}
          </th>
          <th scope="col" className="px-2 py-1.5 text-start font-medium">
            {words.before}
          </th>
          <th scope="col" className="px-2 py-1.5 text-start font-medium">
            {words.after}
          </th>
        </tr>
      </thead>
      <tbody>
        {changes.map(({ field, before, after, isChanged }) => (
          <tr key={field} className="border-b border-line align-top last:border-b-0">
            <th scope="row" className="px-2 py-1.5 text-start font-normal break-words text-ink-2">
              {words.named(field)}
            </th>
            <Value text={before} look={isChanged ? 'rounded-chip bg-rose-soft px-1' : ''} />
            <Value text={after} look={isChanged ? 'rounded-chip bg-moss-soft px-1' : ''} />
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Value({ text, look }: { text: string | null; look: string }) {
  return (
    <td className="px-2 py-1.5">
      {text === null ? (
        <span className="text-ink-3">–</span>
      ) : (
        <span dir="auto" className={cx('break-words whitespace-pre-wrap', look)}>
          {text}
        </span>
      )}
    </td>
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
