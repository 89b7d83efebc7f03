/**
 * P11: the list of spaces of a member of 50 active spaces, in which everything is unread: alone, and at the rate of a
 * thousand people who poll every 30 seconds, while others post.
 */
import { setTimeout as delay } from 'node:timers/promises'
import { performance } from 'node:perf_hooks'
import { fillBusySpaces } from '../../apps/server/test/busy-spaces.ts'
import { openConnection } from '../load/connection.ts'
import { cpuUse } from '../load/cpu.ts'
import type { Poster, Target } from '../load/job.ts'
import { percentile } from '../load/numbers.ts'
import { TEXT, openPosting } from '../load/posting.ts'
import { onDatabase } from '../subjects/database.ts'
import { withSubjects, type Bench } from './bench.ts'
import { claimOf, spreadOf, type Outcome } from './outcome.ts'

const SPACES = 50
const CALLS = 300
const WARM_UP_CALLS = 40
const POLLS_A_SECOND = 1000 / 30
const POSTS_A_SECOND = 20
const BESIDE_MS = 8000
const TARGET_MS = 20
/** The maximum ratio of post latency with polling to that without it. */
const POST_GROWTH_MAX = 1.5

interface Round {
  readonly alone: readonly number[]
  readonly polls: readonly number[]
  readonly postsAlone: readonly number[]
  readonly posts: readonly number[]
  /** CPU time per poll, of the server and of PostgreSQL, µs. */
  readonly pollCpuUs: number
}

export function measureSpaceLists(bench: Bench): Promise<Outcome> {
  return withSubjects(bench, [], 1, async ([subject]) => {
    const [poster, reader] = subject?.target.posters ?? []
    if (!subject?.databaseUrl || !poster || !reader) throw new Error('Nobody is there')
    const each = Math.ceil(bench.messages / SPACES)
    bench.say(`  filling ${SPACES} spaces with ${each} messages each …`)
    await onDatabase(subject.databaseUrl, async (client) => {
      await fillBusySpaces((text, values) => client.query(text, values), {
        personId: reader.accountId,
        otherId: poster.accountId,
        spaces: SPACES,
        messages: each,
        now: new Date(),
      })
      await client.query('vacuum analyze')
    })

    const measured = { server: subject.serverPid, postgres: bench.postgres.pid }
    const lists = openLists(subject.target, reader)
    try {
      await lists.inDeliveryOrder(WARM_UP_CALLS)
      const rounds: Round[] = []
      for (let round = 0; round < bench.rounds; round++) {
        const alone = await lists.inDeliveryOrder(CALLS)
        const postsAlone = await steadily(POSTS_A_SECOND, BESIDE_MS, posting(subject.target, poster))
        const before = cpuUse(measured)
        const idle = await steadily(POLLS_A_SECOND, BESIDE_MS, lists.read)
        const after = cpuUse(measured)
        const [polls, posts] = await Promise.all([
          steadily(POLLS_A_SECOND, BESIDE_MS, lists.read),
          steadily(POSTS_A_SECOND, BESIDE_MS, posting(subject.target, poster)),
        ])
        const used = after.serverUs - before.serverUs + after.postgresUs - before.postgresUs
        rounds.push({ alone, polls, posts, postsAlone, pollCpuUs: used / idle.length })
        const figure = (values: readonly number[]) =>
          `p50 ${percentile(values, 0.5).toFixed(1)}, p99 ${percentile(values, 0.99).toFixed(1)} ms`
        bench.say(
          `  alone ${figure(alone)}; polled beside posts ${figure(polls)}; posts alone ${figure(postsAlone)}, ` +
            `beside polls ${figure(posts)}; ${Math.round(used / idle.length)} µs a poll`,
        )
      }
      return outcomeOf(rounds)
    } finally {
      lists.close()
    }
  })
}

/** Reads the list over keep-alive connections. */
function openLists({ port }: Target, { token }: Poster) {
  const headers = `authorization: Bearer ${token ?? ''}\r\n`
  const free: ReturnType<typeof openConnection>[] = []
  const read = async () => {
    const connection = free.pop() ?? openConnection(port)
    const { status } = await connection.get('/api/organizations/', headers)
    if (status !== 200) throw new Error(`The list was answered ${status}`)
    free.push(connection)
  }
  return {
    read,
    async inDeliveryOrder(calls: number): Promise<number[]> {
      const times: number[] = []
      for (let call = 0; call < calls; call++) {
        const startedAt = performance.now()
        await read()
        times.push(performance.now() - startedAt)
      }
      return times
    },
    close: () => {
      for (const connection of free) connection.close()
    },
  }
}

function posting(target: Target, poster: Poster): () => Promise<void> {
  const free: ReturnType<typeof openPosting>[] = []
  return async () => {
    const connection = free.pop() ?? openPosting(target, poster)
    await connection.post({ content: TEXT })
    free.push(connection)
  }
}

/** Starts the calls on schedule, however slow the responses. @returns the duration of each */
async function steadily(perSecond: number, forMs: number, work: () => Promise<void>): Promise<number[]> {
  const times: number[] = []
  const underWay: Promise<void>[] = []
  const begunAt = performance.now()
  for (let count = 0; (count * 1000) / perSecond < forMs; count++) {
    await delay(Math.max(0, begunAt + (count * 1000) / perSecond - performance.now()))
    const startedAt = performance.now()
    underWay.push(work().then(() => void times.push(performance.now() - startedAt)))
  }
  await Promise.all(underWay)
  return times
}

function outcomeOf(rounds: readonly Round[]): Outcome {
  const p99 = (values: readonly number[]) => percentile(values, 0.99)
  const claim = (what: string, values: readonly number[]) =>
    claimOf({ measure: 'P11', what, against: 'a time, not a ratio' }, values, { atMost: TARGET_MS })
  const figures: [string, (round: Round) => number][] = [
    ['the list, p50, ms', ({ alone }) => percentile(alone, 0.5)],
    ['the list, p99, ms', ({ alone }) => p99(alone)],
    ['the list polled 33 times/s beside 20 posts/s, p50, ms', ({ polls }) => percentile(polls, 0.5)],
    ['the list polled 33 times/s beside 20 posts/s, p99, ms', ({ polls }) => p99(polls)],
    ['posts beside these polls, p99, ms', ({ posts }) => p99(posts)],
    ['posts without them, p99, ms', ({ postsAlone }) => p99(postsAlone)],
    ['CPU a poll, server and PostgreSQL, µs', ({ pollCpuUs }) => pollCpuUs],
  ]
  return {
    claims: [
      claim(
        `ms, p99, the list of a member of ${SPACES} spaces`,
        rounds.map(({ alone }) => p99(alone)),
      ),
      claimOf(
        {
          measure: 'P11',
          what: 'p50 of posts beside 33 polls/s',
          against: 'posts without them',
        },
        rounds.map(({ posts, postsAlone }) => percentile(posts, 0.5) / percentile(postsAlone, 0.5)),
        { atMost: POST_GROWTH_MAX },
      ),
    ],
    figures: figures.map(([figure, value]) => ({
      subject: 'flockwork',
      figure: `spaces: ${figure}`,
      spread: spreadOf(rounds.map(value)),
    })),
    rounds: rounds.map((round) =>
      Object.fromEntries(figures.map(([figure, value]) => [figure, value(round)])),
    ),
  }
}
