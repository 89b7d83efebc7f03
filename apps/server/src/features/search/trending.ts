/** Trending topics (docs/rules/search.md#trending). */
import type { TopicCount } from '@flockwork/contract/search'
import { mayTrend } from '@flockwork/contract/text/trending'
import * as repository from './repository.ts'
import type { SearchDeps } from './service.ts'

const DAY_MS = 24 * 60 * 60 * 1000

/** The most frequent topics of the newest messages of a space; with `days_back` only of that many days. */
export async function trendingTopics(
  { db, clock }: SearchDeps,
  spaceId: string,
  { limit, days_back: daysBack }: { limit: number; days_back?: number | null | undefined },
): Promise<TopicCount[]> {
  let from = 0
  if (daysBack) {
    const { first } = await repository.findNumbers(db, spaceId, {
      from: clock.now() - daysBack * DAY_MS,
      to: null,
    })
    if (first === null) return []
    from = first
  }
  const counts = await repository.countTopics(db, spaceId, from)
  return counts.filter(({ topic }) => mayTrend(topic)).slice(0, limit)
}
