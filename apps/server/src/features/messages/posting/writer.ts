/**
 * Writes posts: many in one transaction, one flush in flight, no waiting window. Posts that arrive during a flush go
 * with the next. A space whose sequence another transaction has locked goes to a slow lane, so that it never stalls the
 * others (ADR-0004).
 */
import type { Clock } from '../../../platform/clock.ts'
import type { Database } from '../../../platform/database.ts'
import { Unavailable } from '../../../platform/errors.ts'
import type { Jobs } from '../../../platform/jobs.ts'
import type { Metrics } from '../../../platform/metrics.ts'
import type { StoredEvent } from '../../../platform/outbox.ts'
import { createRecentAuthors } from './recent-authors.ts'
import { eventsOf, type Judged, type Post } from './batch.ts'
import { createLane, type Queued } from './lane.ts'
import { nextBatch } from './limits.ts'

export interface Writer {
  /**
   * Stores a post; resolves after the commit. A second post with the same key is judged `same`.
   * @throws Unavailable when the database stays unreachable; whether the post was stored is then unknown, and a
   * repeat with the same key finds out.
   */
  write(post: Post): Promise<Judged>
  /** Stores what is queued and closes the connections. */
  stop(): Promise<void>
}

interface Deps {
  readonly database: Pick<Database, 'connect'>
  readonly clock: Clock
  readonly jobs: Pick<Jobs, 'addWithin'>
  readonly metrics: Pick<Metrics, 'posts' | 'batchSize'>
  /** Called with the events of committed posts, in the order of each space's sequence. */
  readonly onCommitted: (events: readonly StoredEvent[]) => void
  /** Called for each stored post. */
  readonly onPosted: (post: Post) => void
}

interface Waiting extends Queued {
  readonly settle: (judged: Judged) => void
  readonly fail: (error: unknown) => void
}

const BATCH_MAX = 500
const SLOW_LANES = 3
/**
 * While the database is unreachable, a queued post is refused as early as those ahead of it
 * (docs/rules/requests.md#database-away).
 */
const ANSWER_WITHIN_MS = 8500

export function createWriter({ database, clock, jobs, metrics, onCommitted, onPosted }: Deps): Writer {
  const recentAuthors = createRecentAuthors()
  const lane = (wait: boolean) =>
    createLane({ connect: () => database.connect(), clock, jobs, recentAuthors, wait })
  const fastLane = lane(false)
  const slowLanes = Array.from({ length: SLOW_LANES }, () => lane(true))

  let fastQueue: Waiting[] = []
  let isFlushing = false
  /** The queues of the slow lane, by space. */
  const slowQueues = new Map<string, Waiting[]>()
  const slowSpaces: string[] = []
  const freeSlowLanes = [...slowLanes]
  const inFlight = new Map<string, { readonly bodyHash: string; readonly judged: Promise<Judged> }>()

  const finish = (batch: readonly Waiting[]) => {
    const stored: StoredEvent[][] = []
    for (const waiting of batch) {
      const { post, judged, error } = waiting
      if (judged?.verdict === 'busy') goSlow(waiting)
      else if (judged === undefined) waiting.fail(error)
      else {
        waiting.settle(judged)
        if (judged.verdict !== 'ok') continue
        recentAuthors.add(post, judged.at)
        onPosted(post)
        stored.push(eventsOf(post, judged))
      }
    }
    if (stored.length === 0) return
    metrics.posts.inc(stored.length)
    metrics.batchSize.observe(stored.length)
    // authors are answered before the fan-out
    setImmediate(() => onCommitted(stored.flat()))
  }

  const flushFast = async () => {
    while (fastQueue.length > 0) {
      const [batch, rest] = nextBatch(fastQueue, BATCH_MAX)
      fastQueue = rest
      await fastLane.flush(batch)
      finish(batch)
    }
    isFlushing = false
  }

  const goSlow = (waiting: Waiting) => {
    delete waiting.judged
    const { spaceId } = waiting.post
    const queue = slowQueues.get(spaceId)
    if (queue !== undefined) return void queue.push(waiting)
    slowQueues.set(spaceId, [waiting])
    slowSpaces.push(spaceId)
    startSlow()
  }

  const startSlow = () => {
    const free = freeSlowLanes.pop()
    if (free === undefined) return
    const spaceId = slowSpaces.shift()
    if (spaceId === undefined) return void freeSlowLanes.push(free)
    void flushSlow(free, spaceId).finally(() => {
      freeSlowLanes.push(free)
      startSlow()
    })
  }

  const flushSlow = async (slowLane: (typeof slowLanes)[number], spaceId: string) => {
    for (;;) {
      const [batch, rest] = nextBatch(slowQueues.get(spaceId) ?? [], BATCH_MAX)
      if (batch.length === 0) break
      slowQueues.set(spaceId, rest)
      await slowLane.flush(batch)
      finish(batch)
    }
    // the space's next post uses the fast lane again
    slowQueues.delete(spaceId)
  }

  const enqueue = (post: Post): Promise<Judged> =>
    new Promise((settle, fail) => {
      const waiting: Waiting = { post, settle, fail, hasRetried: false }
      const slow = slowQueues.get(post.spaceId)
      if (slow !== undefined) return void slow.push(waiting)
      fastQueue.push(waiting)
      if (isFlushing) return
      isFlushing = true
      setImmediate(() => void flushFast())
    })

  /** Stores the post, or judges it by one in flight with the same key. */
  const decide = async (post: Post): Promise<Judged> => {
    const id = `${post.authorId}:${post.key}`
    // a key twice in one batch would break the batch
    for (let first = inFlight.get(id); first !== undefined; first = inFlight.get(id)) {
      const judged = await first.judged.catch(() => undefined)
      if (judged?.verdict === 'ok' || judged?.verdict === 'same') {
        return { ...judged, verdict: first.bodyHash === post.bodyHash ? 'same' : 'mismatch' }
      }
      // refused, so the key is free for this post or another that waited for it
      if (inFlight.get(id) === first) inFlight.delete(id)
    }
    const judged = enqueue(post)
    const entry = { bodyHash: post.bodyHash, judged }
    inFlight.set(id, entry)
    try {
      return await judged
    } finally {
      if (inFlight.get(id) === entry) inFlight.delete(id)
    }
  }

  return {
    write: (post) => inTime(decide(post)),
    async stop() {
      await Promise.allSettled([...inFlight.values()].map(({ judged }) => judged))
      await Promise.all([fastLane, ...slowLanes].map((one) => one.close()))
    },
  }
}

/** @throws Unavailable when it takes too long; the post may still be stored. */
function inTime(decided: Promise<Judged>): Promise<Judged> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Unavailable()), ANSWER_WITHIN_MS)
    decided.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}
