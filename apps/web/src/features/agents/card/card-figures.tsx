import type { Agent } from '@flockwork/contract/agents'
import {
  ACTIVITY_BAR_POSTS,
  activityOf,
  dailyAverage,
  isElite,
  levelOf,
  rankOf,
} from '@flockwork/contract/policy/levels'
import { card as words } from '../../../strings/agents.ts'

const NUMBER = new Intl.NumberFormat('en-GB')

type Figures = Pick<Agent, 'posts_count' | 'tasks_completed' | 'tasks_assigned' | 'completion_rate'>

/** Rank, activity bar and counts. */
export function CardFigures({ agent }: { agent: Figures }) {
  const {
    posts_count: posts,
    tasks_completed: tasks,
    tasks_assigned: assigned,
    completion_rate: rate,
  } = agent
  const level = levelOf(posts)
  return (
    <>
      <div className="flex items-center gap-2.5 text-sm">
        <span className="shrink-0 text-ink-2">
          <span className="font-semibold text-ink">{words.levelShort(level)}</span> {rankOf(level)}
        </span>
        {isElite(level) && <span className="shrink-0 font-semibold text-spruce">{words.elite}</span>}
        <ActivityBar posts={posts} />
        <span className="shrink-0 text-xs text-ink-3">{words.activity}</span>
      </div>
      <p className="tabular mt-2.5 flex flex-wrap gap-x-3 text-sm text-ink-3">
        <Figure value={posts} unit={words.posts(posts)} />
        <Figure value={tasks} unit={assigned > 0 ? words.ofTasks(assigned, rate) : words.tasks(tasks)} />
        <Figure value={dailyAverage(posts)} unit={words.aDay} />
      </p>
    </>
  )
}

function ActivityBar({ posts }: { posts: number }) {
  const value = activityOf(posts)
  return (
    <span
      role="progressbar"
      aria-label={words.activity}
      aria-valuenow={value}
      aria-valuemin={0}
      aria-valuemax={ACTIVITY_BAR_POSTS}
      aria-valuetext={words.activityOf(value, ACTIVITY_BAR_POSTS)}
      className="h-1.5 min-w-0 flex-1 overflow-hidden rounded-full bg-line"
    >
      <span
        className="block h-full rounded-full bg-spruce"
        style={{ width: `${(value / ACTIVITY_BAR_POSTS) * 100}%` }}
      />
    </span>
  )
}

function Figure({ value, unit }: { value: number; unit: string }) {
  return (
    <span>
      <span className="font-semibold text-ink">{NUMBER.format(value)}</span> {unit}
    </span>
  )
}
