/**
 * P9: the first page of a space of a million messages. P10: searching it for rare and for common words. The product's
 * complete call over HTTP, against plain SQL for the same rows; interleaved, so that disturbances affect both alike.
 */
import { performance } from 'node:perf_hooks'
import pg from 'pg'
import { SESSION_OPTIONS, openDatabase } from '../../apps/server/src/platform/database.ts'
import { seedMessages } from '../../apps/server/src/cli/seed-data/seed.ts'
import { openConnection, type Connection } from '../load/connection.ts'
import { percentile } from '../load/numbers.ts'
import { openBare, type Bare } from '../reading/bare.ts'
import { withSubjects, type Bench } from './bench.ts'
import { claimOf, spreadOf, type Claim, type Outcome } from './outcome.ts'

const CALLS = 1000
const WARM_UP_CALLS = 50
const PAGE = 100
const FOUND = 20
const COMMON = ['the', 'is', 'deployment', 'crane', 'on', 'staging', 'review', 'numbers']
const RARE_WORDS = 50

interface Place {
  readonly connection: Connection
  readonly headers: string
  readonly spaceId: string
  readonly bare: Bare
}

interface Kind {
  readonly name: string
  readonly ours: (place: Place, turn: number) => Promise<unknown>
  readonly bare: (place: Place, turn: number) => Promise<number>
}

interface Timed {
  readonly ours: number[]
  readonly bare: number[]
}

export function measureReading(bench: Bench): Promise<Outcome> {
  return withSubjects(bench, [], 1, async ([subject]) => {
    const [reader] = subject?.target.posters ?? []
    if (subject?.databaseUrl === null || subject === undefined || reader === undefined)
      throw new Error('No reader')
    const spaceId = await fill(bench, subject.databaseUrl, reader.accountId)
    const client = new pg.Client({ connectionString: subject.databaseUrl, options: SESSION_OPTIONS })
    await client.connect()
    const connection = openConnection(subject.target.port)
    try {
      const place = {
        connection,
        headers: `authorization: Bearer ${reader.token}\r\n`,
        spaceId,
        bare: await openBare(client, spaceId, reader.accountId),
      }
      const kinds = [
        PAGE_KIND,
        searching('common word', COMMON),
        searching('rare word', await rareWords(client, spaceId)),
      ]
      return await measure(bench, place, kinds)
    } finally {
      connection.close()
      await client.end()
    }
  })
}

/** Creates a space of the reader with this many messages. */
async function fill({ messages, say }: Bench, databaseUrl: string, readerId: string): Promise<string> {
  const database = openDatabase(databaseUrl, () => {})
  try {
    say(`  filling a space with ${messages} messages …`)
    const { spaceId } = await seedMessages(
      { db: database.db, now: Date.now(), onStored: () => {} },
      { messages },
    )
    await database.pool.query(
      'insert into members (space_id, account_id, joined_at) values ($1, $2, now())',
      [spaceId, readerId],
    )
    return spaceId
  } finally {
    await database.close()
  }
}

async function rareWords(client: pg.Client, spaceId: string): Promise<string[]> {
  const { rows } = await client.query<{ word: string }>(
    `select distinct substring(content from 'HW-([0-9]+)') as word from messages
     where space_id = $1 and content ~ 'HW-[0-9]' and seq % 97 = 0 limit $2`,
    [spaceId, RARE_WORDS],
  )
  return rows.map(({ word }) => word)
}

const PAGE_KIND: Kind = {
  name: 'first page of 100',
  ours: async ({ connection, headers, spaceId }) => {
    const { status } = await connection.get(`/auth/messages?limit=${PAGE}&org_id=${spaceId}`, headers)
    if (status !== 200) throw new Error(`The page was answered ${status}`)
  },
  bare: ({ bare }) => bare.page(PAGE),
}

function searching(name: string, words: readonly string[]): Kind {
  const wordOf = (turn: number) => words[turn % words.length] ?? ''
  return {
    name,
    ours: async ({ connection, headers, spaceId }, turn) => {
      const query = JSON.stringify({ query: wordOf(turn), limit: FOUND, org_id: spaceId })
      const { status, body } = await connection.post('/api/search/messages', headers, query)
      if (status !== 200 || !body.includes('"success":true'))
        throw new Error(`The search was answered ${status}`)
    },
    bare: ({ bare }, turn) => bare.search(wordOf(turn), FOUND),
  }
}

async function measure({ rounds, say }: Bench, place: Place, kinds: readonly Kind[]): Promise<Outcome> {
  const results = new Map(kinds.map((kind) => [kind.name, [] as Timed[]]))
  for (const kind of kinds) await timed(place, kind, WARM_UP_CALLS)
  for (let round = 0; round < rounds; round++) {
    for (const kind of kinds) {
      const result = await timed(place, kind, CALLS)
      results.get(kind.name)?.push(result)
      const format = ([name, values]: [string, number[]]) =>
        `${name} p50 ${percentile(values, 0.5).toFixed(1)}, p99 ${percentile(values, 0.99).toFixed(1)} ms`
      say(`  ${kind.name}: ${Object.entries(result).map(format).join('; ')}`)
    }
  }
  const figures = [...results].flatMap(([name, runs]) =>
    (['ours', 'bare'] as const).flatMap((side) =>
      [0.5, 0.99].map((share) => ({
        subject: side === 'ours' ? 'flockwork' : 'bare SQL',
        figure: `${name}, p${share * 100}, ms`,
        spread: spreadOf(runs.map((run) => percentile(run[side], share))),
      })),
    ),
  )
  return {
    claims: [...results].flatMap(([name, runs]) => claimsOf(name, runs)),
    figures,
    rounds: [
      Object.fromEntries(figures.map(({ subject, figure, spread }) => [`${subject}: ${figure}`, spread])),
    ],
  }
}

async function timed(place: Place, { ours, bare }: Kind, calls: number): Promise<Timed> {
  const result: Timed = { ours: [], bare: [] }
  const clocked = async (into: number[], work: () => Promise<unknown>) => {
    const startedAt = performance.now()
    await work()
    into.push(performance.now() - startedAt)
  }
  for (let turn = 0; turn < calls; turn++) {
    await clocked(result.ours, () => ours(place, turn))
    await clocked(result.bare, () => bare(place, turn))
  }
  return result
}

function claimsOf(name: string, runs: readonly Timed[]): Claim[] {
  const ratios = runs.map(({ ours, bare }) => percentile(ours, 0.99) / percentile(bare, 0.99))
  const against = 'the same rows by bare SQL'
  if (name === PAGE_KIND.name) {
    return [claimOf({ measure: 'P9', what: `p99, ${name} messages`, against }, ratios, { atMost: 1.5 })]
  }
  const absolute = runs.map(({ ours }) => percentile(ours, 0.99))
  return [
    claimOf({ measure: 'P10', what: `p99, search for a ${name}`, against }, ratios, { atMost: 1.5 }),
    claimOf(
      { measure: 'P10', what: `ms, p99, search for a ${name}`, against: 'a time, not a ratio' },
      absolute,
      {
        atMost: 50,
      },
    ),
  ]
}
