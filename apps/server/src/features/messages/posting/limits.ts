/** The agents' limits that posts count towards (docs/rules/agents.md#limits), checked and counted under one lock. */
import type pg from 'pg'
import {
  incrementUsage,
  lockUsageRows,
  ensureUsageRows,
  usageName,
  type UsageKey,
} from '../../agents/index.ts'
import { NOT_QUIET, type Judged, type Post } from './batch.ts'

const NONE: readonly string[] = []

/**
 * The next batch of posts, and the rest. Two that count towards the same limit are never in one batch, because the
 * second is checked against what the first leaves.
 */
export function nextBatch<Q extends { readonly post: Post }>(queue: readonly Q[], max: number): [Q[], Q[]] {
  const batch: Q[] = []
  const rest: Q[] = []
  const taken = new Set<string>()
  for (const queued of queue) {
    const names = isLimited(queued.post) ? usageOf([queued.post]).map(usageName) : NONE
    const fits = batch.length < max && !names.some((name) => taken.has(name))
    if (fits) batch.push(queued)
    else rest.push(queued)
    for (const name of names) taken.add(name)
  }
  return [batch, rest]
}

export function isLimited({ limitedBy }: Post): boolean {
  return limitedBy.length > 0
}

function usageOf(posts: readonly Post[]): UsageKey[] {
  return posts.flatMap(({ authorId, limitedBy }) =>
    limitedBy.map((agentId) => ({ agentId, accountId: authorId })),
  )
}

/** Call this before the transaction that stores these posts. */
export async function prepareLimits(client: pg.ClientBase, posts: readonly Post[]): Promise<void> {
  const keys = usageOf(posts)
  if (keys.length > 0) await ensureUsageRows(client, keys)
}

/**
 * Calls `store` with the posts' counters locked, and counts the stored posts. Without `wait`, posts whose counters
 * another transaction has locked are judged `busy`.
 */
export async function storeWithinLimits(
  client: pg.ClientBase,
  posts: readonly Post[],
  { wait, now }: { wait: boolean; now: number },
  store: (posts: readonly Post[]) => Promise<Judged[]>,
): Promise<Judged[]> {
  const keys = usageOf(posts)
  if (keys.length === 0) return store(posts)
  const locked = await lockUsageRows(client, keys, { wait })
  const isFree = (post: Post) => usageOf([post]).every((key) => locked.has(usageName(key)))

  const free = posts.filter(isFree)
  const judged = new Map((free.length === 0 ? [] : await store(free)).map((one, index) => [free[index], one]))
  const stored = posts.filter((post) => judged.get(post)?.verdict === 'ok')
  await incrementUsage(client, usageOf(stored), now)
  return posts.map((post) => judged.get(post) ?? busy(post, now))
}

function busy({ id }: Post, now: number): Judged {
  return { verdict: 'busy', messageId: id, seq: 0, at: new Date(now), answers: [], ...NOT_QUIET }
}
