/** Posts that count towards limits of agents, on their way through a lane (docs/rules/agents.md#limits). */
import type pg from 'pg'
import {
  incrementUsage,
  lockUsageRows,
  ensureUsageRows,
  usageName,
  type UsageKey,
} from '../../agents/index.ts'
import type { Judged, Post } from './batch.ts'

const NONE: readonly string[] = []

/**
 * The next posts to store at once, and those that must wait for them: two that count towards the same limit never
 * ride together, so that each is judged by what the one before has left.
 */
export function nextBatch<Q extends { readonly post: Post }>(queue: readonly Q[], max: number): [Q[], Q[]] {
  const batch: Q[] = []
  const rest: Q[] = []
  const taken = new Set<string>()
  for (const queued of queue) {
    const names = isLimited(queued.post) ? usageOf([queued.post]).map(usageName) : NONE
    const mayRide = batch.length < max && !names.some((name) => taken.has(name))
    if (mayRide) batch.push(queued)
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

/** To be called before the transaction that stores these posts. */
export async function prepareLimits(client: pg.ClientBase, posts: readonly Post[]): Promise<void> {
  const keys = usageOf(posts)
  if (keys.length > 0) await ensureUsageRows(client, keys)
}

/**
 * Stores the posts by `store` with what they count towards locked, and counts those that were stored. Those whose counts
 * somebody else holds are judged `busy` where they may not wait.
 */
export async function storeWithinLimits(
  client: pg.ClientBase,
  posts: readonly Post[],
  { wait, now }: { wait: boolean; now: number },
  store: (posts: readonly Post[]) => Promise<Judged[]>,
): Promise<Judged[]> {
  const keys = usageOf(posts)
  if (keys.length === 0) return store(posts)
  const held = await lockUsageRows(client, keys, { wait })
  const isFree = (post: Post) => usageOf([post]).every((key) => held.has(usageName(key)))

  const free = posts.filter(isFree)
  const judged = new Map((free.length === 0 ? [] : await store(free)).map((one, index) => [free[index], one]))
  const stored = posts.filter((post) => judged.get(post)?.verdict === 'ok')
  await incrementUsage(client, usageOf(stored), now)
  return posts.map((post) => judged.get(post) ?? busy(post, now))
}

function busy({ id }: Post, now: number): Judged {
  return { verdict: 'busy', messageId: id, seq: 0, at: new Date(now), answers: [] }
}
