/** P5: durable posts over HTTP, with everything that a post writes. */
import type { PostsResult } from '../load/job.ts'
import { onDatabase } from '../subjects/database.ts'
import type { Subject } from '../subjects/subject.ts'
import { withSubjects, type Bench } from './bench.ts'
import { claimOf, spreadOf, type Outcome } from './outcome.ts'
import { interleave, ratiosOf, valuesOf } from './rounds.ts'
import { runLoad } from './run-load.ts'

const SENDERS = 32
const SPACES = 8
const FILL_MS = 4000
const WARM_UP_MS = 1000
const MEASURE_MS = 6000

export async function measurePosts(bench: Bench): Promise<Outcome> {
  const post = (subject: Subject, warmUpMs: number, measureMs: number) =>
    runLoad({
      kind: 'posts',
      target: subject.target,
      measured: { server: subject.serverPid, postgres: bench.postgres.pid },
      senders: SENDERS,
      warmUpMs,
      measureMs,
    })

  const rounds = await withSubjects(bench, ['group-commit', 'floor', 'pool'], SPACES, async (subjects) => {
    for (const subject of subjects) {
      await post(subject, 0, FILL_MS)
      // query plans for empty tables aren't realistic
      if (subject.databaseUrl !== null)
        await onDatabase(subject.databaseUrl, (client) => client.query('analyze'))
    }
    return interleave(subjects, bench.rounds, async (subject) => {
      const result = await post(subject, WARM_UP_MS, MEASURE_MS)
      bench.say(
        `  ${subject.name}: ${Math.round(result.postsPerSecond)} posts/s, p50 ${result.p50Ms.toFixed(1)} ms, ` +
          `p99 ${result.p99Ms.toFixed(1)} ms, ${Math.round(result.serverCpuUs)} µs (+ ${Math.round(result.postgresCpuUs)} PostgreSQL)`,
      )
      return result
    })
  })

  const ratios = (against: string) =>
    ratiosOf(rounds, 'flockwork', against, (result) => result.postsPerSecond)
  const names = { measure: 'P5', what: 'durable posts/s, 32 senders' }
  const figures: [string, (result: PostsResult) => number][] = [
    ['posts/s', (result) => result.postsPerSecond],
    ['p50, ms', (result) => result.p50Ms],
    ['p99, ms', (result) => result.p99Ms],
    ['server CPU a post, µs', (result) => result.serverCpuUs],
    ['PostgreSQL CPU a post, µs', (result) => result.postgresCpuUs],
  ]
  return {
    claims: [
      claimOf({ ...names, against: 'group commit of the row' }, ratios('group-commit'), { atLeast: 0.35 }),
      claimOf({ ...names, against: 'floor: same rows, no checks' }, ratios('floor'), { atLeast: 0.5 }),
      claimOf({ ...names, against: 'pool of 10, same transaction' }, ratios('pool'), { atLeast: 4 }),
    ],
    figures: figures.flatMap(([figure, value]) =>
      [...(rounds[0]?.keys() ?? [])].map((subject) => ({
        subject,
        figure,
        spread: spreadOf(valuesOf(rounds, subject, value)),
      })),
    ),
    rounds: rounds.map((results) => Object.fromEntries(results)),
  }
}
