import type { ContextData } from '@flockwork/contract/tasks'
import { useId, type ReactNode } from 'react'
import { taskDialogs as words } from '../../../strings/task-dialogs.ts'
import { TaskText } from '../notes/task-text.tsx'

interface Line {
  readonly name: string
  readonly value: ReactNode
}

/** The worker's report about the task, if any. */
export function WorkReport({ context }: { context: ContextData }) {
  const titleId = useId()
  const lines = linesOf(context)
  if (lines.length === 0) return null
  return (
    <section aria-labelledby={titleId} className="flex flex-col gap-2">
      <h3 id={titleId} className="font-display text-lg font-semibold">
        {words.work}
      </h3>
      <Facts lines={lines} />
    </section>
  )
}

/** Names and values, stacked. */
export function Facts({ lines }: { lines: readonly Line[] }) {
  return (
    <dl className="flex flex-col gap-2 text-sm">
      {lines.map(({ name, value }) => (
        <div key={name} className="flex flex-wrap gap-x-3">
          <dt className="w-32 text-ink-3">{name}</dt>
          <dd dir="auto" className="min-w-0 flex-1 break-words">
            {value}
          </dd>
        </div>
      ))}
    </dl>
  )
}

function linesOf(context: ContextData): Line[] {
  const { branch_name, pr_url, files_changed, issues_encountered, testing_notes, deliverables } = context
  const minutes = context.time_spent.actual_minutes
  return [
    ...line(words.branch, branch_name && <code className="font-mono">{branch_name}</code>),
    ...line(words.pullRequest, pr_url && <WebLink url={pr_url} />),
    ...line(words.timeSpent, minutes === null ? null : words.minutes(minutes)),
    ...line(words.deliverables, list(deliverables)),
    ...line(words.files, list(files_changed)),
    ...line(words.issues, issues_encountered && <TaskText text={issues_encountered} />),
    ...line(words.testing, testing_notes && <TaskText text={testing_notes} />),
  ]
}

function line(name: string, value: ReactNode): Line[] {
  return value === null || value === '' ? [] : [{ name, value }]
}

function list(items: readonly string[]): ReactNode {
  if (items.length === 0) return null
  return (
    <ul>
      {items.map((item, index) => (
        // two may be equal
        // oxlint-disable-next-line react/no-array-index-key
        <li key={`${index} ${item}`}>{/^https?:\/\//i.test(item) ? <WebLink url={item} /> : item}</li>
      ))}
    </ul>
  )
}

function WebLink({ url }: { url: string }) {
  return (
    <a
      href={url}
      target="_blank"
      rel="noopener noreferrer nofollow"
      className="text-egg underline underline-offset-2"
    >
      {url}
    </a>
  )
}
