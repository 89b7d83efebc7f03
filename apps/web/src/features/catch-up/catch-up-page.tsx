import type { CatchUp, CatchUpChannel, CatchUpItem } from '@flockwork/contract/catch-up'
import { useNavigate, useSearch } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useSignedIn } from '../../api/use-session.ts'
import { catchUp as words } from '../../strings/catch-up.ts'
import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { LoadFailure } from '../../ui/load-failure.tsx'
import { OutOfDate } from '../../ui/out-of-date.tsx'
import { plainLines } from '../../ui/plain-text.ts'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { Skeleton, SkeletonGroup } from '../../ui/skeleton.tsx'
import { useOnline } from '../../ui/use-online.ts'
import { useSkeleton } from '../../ui/use-skeleton.ts'
import { requestOf, PERIODS, periodOf } from './request.ts'
import { catchUpIn, type CatchUpParams } from './params.ts'
import { useCatchUp, type Missed } from './use-catch-up.ts'

const SIZES = [
  { value: '500', label: words.sizes.short },
  { value: '2000', label: words.sizes.medium },
  { value: '8000', label: words.sizes.long },
] as const
const SKELETONS = [0, 1, 2, 3]

/** What the user missed in the current space (docs/rules/catch-up.md). */
export function CatchUpPage() {
  const params = catchUpIn(useSearch({ strict: false }))
  const request = requestOf(params)
  const period = periodOf(request)
  const navigate = useNavigate()
  const { spaceId } = useSignedIn()
  const missed = useCatchUp(spaceId, request)
  const choose = ({ tokens = params.tokens, since }: CatchUpParams) =>
    void navigate({ to: '/catch-up', search: catchUpIn({ since, tokens }), replace: true })

  return (
    <div className="mx-auto max-w-180 px-4 py-4 md:px-6">
      <div className="flex flex-wrap items-end gap-3 border-b border-line pb-4">
        <Segmented
          label={words.from}
          name="catch-up-since"
          value={period ?? 'here'}
          onValueChange={(chosen) => {
            if (chosen !== 'here') choose(chosen === 'last' ? {} : { since: chosen })
          }}
          choices={[
            ...(period === null ? [{ value: 'here' as const, label: words.periods.here }] : []),
            ...PERIODS.map((value) => ({ value, label: words.periods[value] })),
          ]}
        />
        <Segmented
          label={words.size}
          name="catch-up-size"
          value={String(request.tokens)}
          onValueChange={(size) => choose({ ...params, tokens: Number(size) })}
          choices={SIZES}
        />
      </div>
      <Content missed={missed} period={period} onLastDay={() => choose({ since: '24h' })} />
    </div>
  )
}

interface ContentProps {
  missed: Missed
  period: ReturnType<typeof periodOf>
  onLastDay: () => void
}

function Content({ missed, period, onLastDay }: ContentProps) {
  const { answer, error, refetch } = missed
  const isOnline = useOnline()
  const showsSkeleton = useSkeleton(missed.isLoading)
  if (showsSkeleton) return <Waiting />
  if (answer === undefined) {
    if (error === null) return null
    return <LoadFailure text={isOnline ? words.failed : words.offline} onRetry={refetch} className="my-6" />
  }
  if (
    answer.messages + answer.addressed_count === 0 &&
    answer.decisions.length + answer.open_questions.length === 0
  ) {
    return (
      <EmptyState
        scene="bare"
        title={words.nothing}
        {...(period === 'last' && { action: <Button onClick={onLastDay}>{words.showLastDay}</Button> })}
      >
        {words.nothingText}
      </EmptyState>
    )
  }
  return (
    <>
      {error && <OutOfDate text={words.outOfDate} onRetry={refetch} className="mt-3" />}
      <div className="flex items-center justify-between gap-3 pt-2">
        <p className="text-sm text-ink-2">
          {words.about(answer)}
          {answer.from !== null && (
            <>
              {' '}
              {words.since} <RelativeTime at={answer.from} />
            </>
          )}
        </p>
        <CopyButton text={answer.text} label={words.copy} />
      </div>
      <Addressed missed={missed} count={answer.addressed_count} />
      <Section title={words.decisions} items={answer.decisions} count={answer.decision_count} />
      <Section title={words.questions} items={answer.open_questions} count={answer.question_count} />
      <Rest answer={answer} />
    </>
  )
}

function Addressed({ missed, count }: { missed: Missed; count: number }) {
  if (count === 0) return null
  return (
    <Section title={words.addressed} items={missed.addressed} count={count}>
      {missed.hasMore && (
        <div className="flex flex-wrap items-center gap-3 pt-3">
          <p role={missed.isMoreFailed ? 'alert' : undefined} className="text-sm text-ink-2">
            {missed.isMoreFailed ? words.moreFailed : words.leftOut(count - missed.addressed.length)}
          </p>
          <Button size="chip" busy={missed.isLoadingMore} onClick={missed.loadMore}>
            {words.showMore}
          </Button>
        </div>
      )}
    </Section>
  )
}

interface SectionProps {
  title: string
  items: readonly CatchUpItem[]
  count: number
  children?: ReactNode
}

function Section({ title, items, count, children }: SectionProps) {
  if (items.length === 0 && children === undefined) return null
  return (
    <section className="pt-6">
      <Heading title={title} aside={words.shown(items.length, count)} />
      <Items items={items} />
      {children}
    </section>
  )
}

function Heading({ title, aside }: { title: string; aside: string }) {
  return (
    <h2 className="flex items-baseline gap-2 font-display text-lg font-semibold tracking-display">
      {title}
      <span className="tabular text-sm font-normal text-ink-3">{aside}</span>
    </h2>
  )
}

function Items({ items }: { items: readonly CatchUpItem[] }) {
  return (
    <ul>
      {items.map((item) => (
        <li key={`${item.message_id}${item.task_id}`} className="border-b border-line last:border-b-0">
          <a
            href={item.path}
            className="focus-inset block rounded-control px-1 py-3 transition-colors hover:bg-sunken"
          >
            <span className="flex flex-wrap items-baseline gap-x-1.5">
              {item.author !== null && (
                <span className="min-w-0 truncate text-base font-semibold">{item.author.handle}</span>
              )}{' '}
              <span className="text-base text-ink-2">{words.kinds[item.kind]}</span>{' '}
              <span className="text-sm text-ink-3">#{item.channel}</span>
              <RelativeTime at={item.at} className="tabular ml-auto shrink-0 pl-2 text-sm text-ink-3" />
            </span>
            <span dir="auto" className="mt-0.5 block text-nav break-words whitespace-pre-wrap text-ink">
              {asLines(item.content)}
            </span>
            <Counts item={item} />
          </a>
        </li>
      ))}
    </ul>
  )
}

function Counts({ item: { replies, reactions } }: { item: CatchUpItem }) {
  if (replies + reactions === 0) return null
  const counts = [
    ...(replies === 0 ? [] : [words.replies(replies)]),
    ...(reactions === 0 ? [] : [words.reactions(reactions)]),
  ]
  return <span className="mt-1 block text-sm text-ink-3">{counts.join(' · ')}</span>
}

/** The server puts a text on one line. Here its line breaks are restored, without Markdown syntax. */
function asLines(content: string): string {
  return plainLines(content.replaceAll(' ⏎ ', '\n')).join('\n')
}

function Rest({ answer }: { answer: CatchUp }) {
  if (answer.rest.length === 0) return null
  return (
    <section className="pt-6">
      <h2 className="font-display text-lg font-semibold tracking-display">{words.rest}</h2>
      {answer.rest.map((channel) => (
        <Channel key={channel.channel} channel={channel} />
      ))}
    </section>
  )
}

function Channel({ channel }: { channel: CatchUpChannel }) {
  return (
    <section className="pt-3">
      <h3 className="text-base font-semibold">
        <a href={channel.path} className="underline-offset-2 hover:underline">
          #{channel.channel}
        </a>
      </h3>
      <p className="text-sm text-ink-2">{words.channel(channel)}</p>
      <Items items={channel.items} />
    </section>
  )
}

function Waiting() {
  return (
    <SkeletonGroup label={words.loading}>
      <div className="flex flex-col gap-6 pt-6">
        {SKELETONS.map((row) => (
          <div key={row} className="flex flex-col gap-2">
            <Skeleton className="h-4 w-48" />
            <Skeleton className="h-4 w-4/5" />
          </div>
        ))}
      </div>
    </SkeletonGroup>
  )
}
