/**
 * P23: the administration of a large instance, over HTTP: the first page of each of its lists, with a hundred thousand
 * people, each with a personal space, and ten thousand shared spaces; interleaved, so that disturbances affect all
 * alike. Other searches and orders are figures, not claims.
 */
import { performance } from 'node:perf_hooks'
import { openConnection } from '../load/connection.ts'
import { percentile } from '../load/numbers.ts'
import { seedInstance } from '../reading/seed-admin.ts'
import { onDatabase } from '../subjects/database.ts'
import { withSubjects, type Bench } from './bench.ts'
import { claimOf, spreadOf, type Outcome } from './outcome.ts'

const INSTANCE = { people: 100_000, spaces: 10_000, agents: 20_000, lines: 100_000 }
const CALLS = 200
const WARM_UP_CALLS = 20
const TARGET_MS = 50
const HTTP_OK = 200

interface List {
  readonly name: string
  readonly path: string
  /** Not the first page that the product opens with. */
  readonly isOther?: true
}

const LISTS: readonly List[] = [
  { name: 'users', path: '/api/admin/users' },
  { name: 'organizations', path: '/api/admin/organizations' },
  { name: 'activity', path: '/api/admin/activity' },
  { name: 'violations', path: '/api/admin/violations' },
  { name: 'analytics of 90 days', path: '/api/admin/analytics?days=90' },
  { name: 'the audit log', path: '/api/admin/audit' },
  { name: 'agents', path: '/api/admin/agents' },
  { name: 'the six numbers', path: '/api/admin/stats' },
  { name: 'users with a word', path: '/api/admin/users?search=person-77', isOther: true },
  { name: 'organizations with a rare word', path: '/api/admin/organizations?search=100077', isOther: true },
  { name: 'organizations with a common word', path: '/api/admin/organizations?search=work', isOther: true },
  { name: 'organizations by name', path: '/api/admin/organizations?sort=name&order=asc', isOther: true },
  { name: 'violations with a word', path: '/api/admin/violations?search=birds', isOther: true },
  { name: 'organizations by people', path: '/api/admin/organizations?sort=members', isOther: true },
  { name: 'organizations by messages', path: '/api/admin/organizations?sort=messages', isOther: true },
  { name: 'public organizations', path: '/api/admin/organizations?visibility=public', isOther: true },
  { name: 'activity of some people', path: '/api/admin/activity?search=person-77', isOther: true },
  { name: 'joins of a month', path: '/api/admin/activity?type=join&hours=720', isOther: true },
]

export function measureAdmin(bench: Bench): Promise<Outcome> {
  return withSubjects(bench, [], 1, async ([subject]) => {
    const [admin] = subject?.target.posters ?? []
    if (subject?.databaseUrl == null || admin === undefined) throw new Error('No administrator')
    bench.say(`  making ${INSTANCE.people} people and ${INSTANCE.spaces} spaces …`)
    await onDatabase(subject.databaseUrl, (client) => seedInstance(client, INSTANCE))
    const connection = openConnection(subject.target.port)
    const headers = `authorization: Bearer ${admin.token ?? ''}\r\n`
    try {
      return await measure(bench, async ({ name, path }) => {
        const { status } = await connection.get(path, headers)
        if (status !== HTTP_OK) throw new Error(`${name} answered ${status}`)
      })
    } finally {
      connection.close()
    }
  })
}

async function measure({ rounds, say }: Bench, read: (list: List) => Promise<void>): Promise<Outcome> {
  const runs = LISTS.map((list) => ({ list, p50: [] as number[], p99: [] as number[] }))
  await timed(read, WARM_UP_CALLS)
  for (let round = 0; round < rounds; round++) {
    const times = await timed(read, CALLS)
    for (const [index, run] of runs.entries()) {
      const taken = times[index] ?? []
      run.p50.push(percentile(taken, 0.5))
      run.p99.push(percentile(taken, 0.99))
      say(`  ${run.list.name}: p50 ${run.p50.at(-1)?.toFixed(1)}, p99 ${run.p99.at(-1)?.toFixed(1)} ms`)
    }
  }
  return {
    claims: runs
      .filter(({ list }) => list.isOther !== true)
      .map(({ list, p99 }) =>
        claimOf({ measure: 'P23', what: `ms, p99, ${list.name}`, against: 'a time, not a ratio' }, p99, {
          atMost: TARGET_MS,
        }),
      ),
    figures: runs.flatMap(({ list, p50, p99 }) => [
      { subject: 'flockwork', figure: `administration: ${list.name}, p50, ms`, spread: spreadOf(p50) },
      { subject: 'flockwork', figure: `administration: ${list.name}, p99, ms`, spread: spreadOf(p99) },
    ]),
    rounds: runs.map(({ list, p50, p99 }) => ({ [list.name]: { p50, p99 } })),
  }
}

/** The durations of the calls of each list. */
async function timed(read: (list: List) => Promise<void>, calls: number): Promise<number[][]> {
  const times = LISTS.map((): number[] => [])
  for (let turn = 0; turn < calls; turn++) {
    for (const [index, list] of LISTS.entries()) {
      const startedAt = performance.now()
      await read(list)
      times[index]?.push(performance.now() - startedAt)
    }
  }
  return times
}
