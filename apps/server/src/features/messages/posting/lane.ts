/**
 * A lane is one connection that stores batches of posts, one at a time. A batch that fails is halved, down to one post,
 * which is retried once if the error is transient; after a lost connection the batch is sent again.
 */
import { setTimeout as delay } from 'node:timers/promises'
import type pg from 'pg'
import { IDEMPOTENCY_RETENTION_MS } from '@flockwork/contract/limits'
import type { Clock } from '../../../platform/clock.ts'
import { UNIQUE_VIOLATION, codeOf, isDatabaseAway, isDatabaseBusy } from '../../../platform/database.ts'
import { Unavailable } from '../../../platform/errors.ts'
import type { Jobs } from '../../../platform/jobs.ts'
import type { RecentAuthors } from './recent-authors.ts'
import { postBatch, type Judged, type Post } from './batch.ts'
import { isLimited, prepareLimits, storeWithinLimits } from './limits.ts'

/** A post in a queue. `judged` or `error` is set by the flush. */
export interface Queued {
  readonly post: Post
  judged?: Judged
  error?: unknown
  hasRetried: boolean
}

export interface Lane {
  /** Judges every post of the batch. Posts of a locked space are judged `busy`, unless the lane waits. */
  flush(batch: readonly Queued[]): Promise<void>
  close(): Promise<void>
}

interface Deps {
  readonly connect: () => Promise<pg.Client>
  readonly clock: Clock
  readonly jobs: Pick<Jobs, 'addWithin'>
  readonly recentAuthors: RecentAuthors
  /** Whether to wait for a space's lock (at most 5 s) or to skip the space. */
  readonly wait: boolean
}

const LOCK_TIMEOUT_MS = 5000
/** Serialisation failure, deadlock. */
const TRANSIENT = new Set(['40001', '40P01'])
/** How long posts wait for an unreachable database. */
const AWAY_WAIT_MS = 6000
const AWAY_RETRY_MS = 200

export function createLane(deps: Deps): Lane {
  let connection: Promise<pg.Client> | undefined

  const client = () => {
    connection ??= deps.connect()
    return connection
  }

  const drop = () => {
    const lost = connection
    connection = undefined
    lost?.then((open) => open.end()).catch(() => {})
  }

  const attempt = async (batch: readonly Queued[]): Promise<void> => {
    const open = await client()
    try {
      const judged = await run(deps, open, batch)
      for (const [index, queued] of batch.entries()) {
        const verdict = judged[index]
        if (verdict === undefined) queued.error = new Error('The database did not judge this post')
        else queued.judged = verdict
      }
    } catch (error) {
      if (isDatabaseAway(error)) throw error
      if (isDatabaseBusy(error)) {
        // no single post is to blame, and each half would wait as long again
        for (const queued of batch) queued.error = error
        return
      }
      if (batch.length > 1) {
        const half = Math.ceil(batch.length / 2)
        await attempt(batch.slice(0, half))
        return attempt(batch.slice(half))
      }
      return retryAlone(open, batch, error)
    }
  }

  const retryAlone = async (open: pg.Client, batch: readonly Queued[], error: unknown): Promise<void> => {
    const [queued] = batch
    if (queued === undefined) return
    const code = codeOf(error) ?? ''
    const isTransient = TRANSIENT.has(code) || code === UNIQUE_VIOLATION
    if (!isTransient || queued.hasRetried) {
      queued.error = error
      return
    }
    queued.hasRetried = true
    if (code === UNIQUE_VIOLATION) await deleteExpiredKey(open, queued.post, deps.clock)
    return attempt(batch)
  }

  return {
    async flush(batch) {
      const giveUpAt = performance.now() + AWAY_WAIT_MS
      let left = batch
      for (;;) {
        try {
          return await attempt(left)
        } catch (error) {
          // possibly lost during the commit: every post has an id and a key, so resending stores nothing twice
          drop()
          left = left.filter((queued) => queued.judged === undefined && queued.error === undefined)
          if (performance.now() > giveUpAt) {
            for (const queued of left) queued.error = isDatabaseAway(error) ? new Unavailable() : error
            return
          }
          await delay(AWAY_RETRY_MS)
        }
      }
    },
    async close() {
      const open = await connection?.catch(() => undefined)
      connection = undefined
      await open?.end()
    },
  }
}

async function run(
  { clock, jobs, recentAuthors, wait }: Deps,
  client: pg.Client,
  batch: readonly Queued[],
): Promise<Judged[]> {
  const posts = batch.map(({ post }) => post)
  const options = { wait, now: clock.now(), recentAuthors }
  const isPlain =
    !wait && posts.every((post) => post.jobs.length === 0 && post.ownJobs.length === 0 && !isLimited(post))
  if (isPlain) return postBatch(client, posts, options)

  await prepareLimits(client, posts)
  await client.query('begin')
  try {
    if (wait) await client.query(`set local lock_timeout = ${LOCK_TIMEOUT_MS}`)
    const judged = await storeWithinLimits(client, posts, options, (free) => postBatch(client, free, options))
    const requests = posts.flatMap((post, index) => jobsOf(post, judged[index]))
    if (requests.length > 0) await jobs.addWithin(client, requests)
    const { command } = await client.query('commit')
    // COMMIT after a failed statement succeeds, but rolls back
    if (command !== 'COMMIT') throw new Error(`The posts were rolled back (${command})`)
    return judged
  } catch (error) {
    await client.query('rollback').catch(() => {})
    throw error
  }
}

function jobsOf({ jobs, ownJobs }: Post, judged: Judged | undefined): Post['jobs'] {
  if (judged?.verdict !== 'ok') return []
  return judged.quiet === null ? [...jobs, ...ownJobs] : ownJobs
}

/** A key expires after 24 hours, but its row may not be pruned yet. */
async function deleteExpiredKey(client: pg.Client, post: Post, clock: Clock): Promise<void> {
  await client.query('delete from idempotency where caller_id = $1 and key = $2 and created_at <= $3', [
    post.authorId,
    post.key,
    new Date(clock.now() - IDEMPOTENCY_RETENTION_MS),
  ])
}
