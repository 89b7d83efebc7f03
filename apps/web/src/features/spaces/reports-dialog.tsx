import type { Report } from '@flockwork/contract/reports'
import { Link } from '@tanstack/react-router'
import { spaceReports as words } from '../../strings/space-reports.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button, buttonClass } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { FailureNote } from '../../ui/failure-note.tsx'
import { LoadFailure } from '../../ui/load-failure.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { Skeleton, SkeletonGroup } from '../../ui/skeleton.tsx'
import { useSkeleton } from '../../ui/use-skeleton.ts'
import type { SpaceDialogProps } from './space-dialog.ts'
import { useReports, useResolveReport } from './use-reports.ts'

/** The reported messages of a space: keep or delete, and the outcome of earlier reports. */
export function ReportsDialog({ space, open, onOpenChange }: SpaceDialogProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={words.title(space.name)}
      description={words.text}
      size="lg"
    >
      <OpenReports spaceId={space.id} />
      <ClosedReports spaceId={space.id} />
    </Dialog>
  )
}

/** A separate component, so that nothing is fetched before the dialog opens. */
function OpenReports({ spaceId }: { spaceId: string }) {
  const list = useReports(spaceId, 'open')
  const { resolve, resolving, failure } = useResolveReport(spaceId)
  const showsSkeleton = useSkeleton(list.isLoading)
  if (showsSkeleton) return <Waiting />
  if (list.error && !list.pages) {
    return <LoadFailure text={words.failed} onRetry={list.refetch} className="my-4" />
  }
  if (!list.pages) return <div className="h-20" />
  const reports = list.pages.flatMap((page) => page.reports)
  return (
    <>
      <FailureNote message={failure} />
      {reports.length === 0 && <p className="py-2 text-base text-ink-3">{words.none}</p>}
      <ul>
        {reports.map((report) => {
          const busy = resolving?.id === report.id ? resolving.action : null
          const author = authorOf(report)
          return (
            <ReportRow key={report.id} report={report}>
              <div className="mt-2 flex flex-wrap items-center gap-2">
                <Button
                  size="chip"
                  busy={busy === 'keep'}
                  disabled={busy === 'delete'}
                  aria-label={words.keepOf(author)}
                  onClick={() => resolve({ report, action: 'keep' })}
                >
                  {busy === 'keep' ? words.keeping : words.keep}
                </Button>
                <Button
                  size="chip"
                  variant="danger"
                  busy={busy === 'delete'}
                  disabled={busy === 'keep'}
                  aria-label={words.deleteOf(author)}
                  onClick={() => resolve({ report, action: 'delete' })}
                >
                  {busy === 'delete' ? words.deleting : words.delete}
                </Button>
                <Link to="/m/$id" params={{ id: report.message.id }} className={buttonClass('quiet', 'chip')}>
                  {words.view}
                </Link>
              </div>
            </ReportRow>
          )
        })}
      </ul>
      <More list={list} />
    </>
  )
}

function ClosedReports({ spaceId }: { spaceId: string }) {
  const list = useReports(spaceId, 'closed')
  const reports = list.pages?.flatMap((page) => page.reports) ?? []
  if (reports.length === 0) return null
  return (
    <section className="mt-4">
      <h3 className="text-sm font-medium text-ink-2">{words.closed}</h3>
      <ul>
        {reports.map((report) => (
          <ReportRow key={report.id} report={report}>
            <p className="mt-1 flex flex-wrap items-center gap-2 text-sm text-ink-3">
              <Badge>{words.states[report.state]}</Badge>
              {report.closed_by !== null && <span>@{report.closed_by}</span>}
              {report.closed_at !== null && <RelativeTime at={report.closed_at} />}
            </p>
          </ReportRow>
        ))}
      </ul>
      <More list={list} />
    </section>
  )
}

function More({ list }: { list: ReturnType<typeof useReports> }) {
  if (!list.hasMore) return null
  return (
    <Button size="chip" busy={list.isLoadingMore} onClick={list.loadMore}>
      {list.isLoadingMore ? words.loadingMore : words.more}
    </Button>
  )
}

function ReportRow({ report, children }: { report: Report; children: React.ReactNode }) {
  const { message, flags, flag_count: count } = report
  const names = flags.map(({ username }) => (username === null ? words.deletedAccount : `@${username}`))
  return (
    <li className="border-b border-line py-3 last:border-b-0">
      <p className="flex flex-wrap gap-x-2 text-base">
        <span className="min-w-0 truncate font-semibold">{authorOf(report)}</span>
        <span className="text-ink-3">{words.inChannel(message.channel)}</span>
        <RelativeTime at={message.uploaded_at} className="text-ink-3" />
      </p>
      <p dir="auto" className="line-clamp-2 text-base break-words text-ink-2">
        {message.content}
      </p>
      <p className="mt-1 text-sm break-words text-ink-3">
        {names.length === 0
          ? words.flaggedTimes(count)
          : words.flaggedBy(names, Math.max(0, count - names.length))}
      </p>
      {children}
    </li>
  )
}

function authorOf({ message: { author } }: Report): string {
  return author.username === null ? words.deletedAccount : `@${author.username}`
}

function Waiting() {
  return (
    <SkeletonGroup label={words.loading}>
      <div className="flex flex-col gap-4 py-2">
        {[0, 1].map((row) => (
          <Skeleton key={row} className="h-10 w-full" />
        ))}
      </div>
    </SkeletonGroup>
  )
}
