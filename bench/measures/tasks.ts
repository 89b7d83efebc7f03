/**
 * P21: the first page of a hundred tasks in a space of a hundred thousand, over HTTP, against plain SQL for the same
 * rows; interleaved, so that disturbances affect both alike.
 */
import { performance } from 'node:perf_hooks'
import pg from 'pg'
import { SESSION_OPTIONS } from '../../apps/server/src/platform/database.ts'
import { openConnection } from '../load/connection.ts'
import { percentile } from '../load/numbers.ts'
import { seedTasks } from '../reading/seed-tasks.ts'
import { withSubjects, type Bench } from './bench.ts'
import { claimOf, spreadOf, type Outcome } from './outcome.ts'

const TASKS = 100_000
const PAGE = 100
const CALLS = 500
const WARM_UP_CALLS = 50
const RATIO_MAX = 1.5

const BARE = `
  select t.*, a.handle, a.kind, s.handle as assignee, s.kind as assignee_kind, c.handle as claimant, c.kind as claimant_kind
  from tasks t join accounts a on a.id = t.author_id
  left join accounts s on s.id = t.assignee_id left join accounts c on c.id = t.claimant_id
  where t.space_id = $1 and t.deleted_at is null order by t.number desc limit $2`
const BARE_TOTAL = 'select sum(tasks) as total from task_counts where space_id = $1'

interface Calls {
  readonly ours: () => Promise<unknown>
  readonly bare: () => Promise<unknown>
}

export function measureTasks(bench: Bench): Promise<Outcome> {
  return withSubjects(bench, [], 1, async ([subject]) => {
    const [reader] = subject?.target.posters ?? []
    if (subject?.databaseUrl == null || reader === undefined) throw new Error('No reader')
    const { spaceId, accountId, token } = reader
    const client = new pg.Client({ connectionString: subject.databaseUrl, options: SESSION_OPTIONS })
    await client.connect()
    const connection = openConnection(subject.target.port)
    try {
      bench.say(`  filling a space with ${TASKS} tasks …`)
      await seedTasks(client, { spaceId, authorId: accountId, count: TASKS })
      const path = `/api/tasks/list?limit=${PAGE}&org_id=${spaceId}`
      return await measure(bench, {
        ours: async () => {
          const { status } = await connection.get(path, `authorization: Bearer ${token ?? ''}\r\n`)
          if (status !== 200) throw new Error(`The list was answered ${status}`)
        },
        bare: async () => {
          await client.query({ name: 'page', text: BARE, values: [spaceId, PAGE] })
          await client.query({ name: 'total', text: BARE_TOTAL, values: [spaceId] })
        },
      })
    } finally {
      connection.close()
      await client.end()
    }
  })
}

async function measure({ rounds, say }: Bench, calls: Calls): Promise<Outcome> {
  await timed(calls, WARM_UP_CALLS)
  const runs: Timed[] = []
  for (let round = 0; round < rounds; round++) {
    const run = await timed(calls, CALLS)
    runs.push(run)
    const figure = (values: readonly number[]) =>
      `p50 ${percentile(values, 0.5).toFixed(2)}, p99 ${percentile(values, 0.99).toFixed(2)} ms`
    say(`  ours ${figure(run.ours)}; bare ${figure(run.bare)}`)
  }
  const ratios = runs.map(({ ours, bare }) => percentile(ours, 0.99) / percentile(bare, 0.99))
  return {
    claims: [
      claimOf(
        {
          measure: 'P21',
          what: `p99, first page of ${PAGE} of ${TASKS} tasks`,
          against: 'the same rows by bare SQL',
        },
        ratios,
        { atMost: RATIO_MAX },
      ),
    ],
    figures: (['ours', 'bare'] as const).flatMap((side) =>
      [0.5, 0.99].map((share) => ({
        subject: side === 'ours' ? 'flockwork' : 'bare SQL',
        figure: `first page of tasks, p${share * 100}, ms`,
        spread: spreadOf(runs.map((run) => percentile(run[side], share))),
      })),
    ),
    rounds: runs.map((run) => ({ ours: percentile(run.ours, 0.99), bare: percentile(run.bare, 0.99) })),
  }
}

interface Timed {
  readonly ours: number[]
  readonly bare: number[]
}

async function timed({ ours, bare }: Calls, count: number): Promise<Timed> {
  const result: Timed = { ours: [], bare: [] }
  const clocked = async (into: number[], work: () => Promise<unknown>) => {
    const startedAt = performance.now()
    await work()
    into.push(performance.now() - startedAt)
  }
  for (let turn = 0; turn < count; turn++) {
    await clocked(result.ours, ours)
    await clocked(result.bare, bare)
  }
  return result
}
