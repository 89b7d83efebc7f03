/** Trending topics (docs/rules/search.md#trending). */
import type { TopicCount } from '@flockwork/contract/search'
import { mayTrend } from '@flockwork/contract/text/trending'
import type { Actor } from '../../platform/actor.ts'
import { requireMember } from '../spaces/index.ts'
import * as repository from './repository.ts'
import type { SearchDeps } from './service.ts'

const DAY_MS = 24 * 60 * 60 * 1000

interface Input {
  readonly limit: number
  readonly days_back?: number | null | undefined
}

/** The most frequent topics of the newest messages of a space; with `days_back` only of that many days. @throws as `searchMessages`. */
export function trendingTopics(
  deps: SearchDeps,
  actor: Actor,
  spaceId: string,
  input: Input,
): Promise<TopicCount[]> {
  return deps.slots.during(actor, async () => {
    await requireMember(deps.db, spaceId, actor.accountId)
    return countTopics(deps, spaceId, input)
  })
}

async function countTopics(
  { db, clock }: SearchDeps,
  spaceId: string,
  { limit, days_back: daysBack }: Input,
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
