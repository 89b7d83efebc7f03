/**
 * P26: how costs grow with a space: a post to an unknown name, a join and the first page of members in a space of ten
 * thousand people, against one of a hundred; interleaved, so that disturbances affect both alike.
 */
import { randomUUID } from 'node:crypto'
import { performance } from 'node:perf_hooks'
import { openConnection, type Connection } from '../load/connection.ts'
import type { Poster } from '../load/job.ts'
import { percentile } from '../load/numbers.ts'
import { onDatabase } from '../subjects/database.ts'
import { withSubjects, type Bench } from './bench.ts'
import { claimOf, spreadOf, type Outcome } from './outcome.ts'

const FEW = 100
const MANY = 10_000
const CALLS = 150
const WARM_UP_CALLS = 20
const GROWTH_MAX = 2

interface Place {
  readonly connection: Connection
  readonly spaceId: string
  readonly host: Poster
  readonly guest: Poster
  readonly code: string
}

interface Kind {
  readonly name: string
  readonly before?: (place: Place) => Promise<void>
  readonly run: (place: Place, turn: number) => Promise<void>
}

/** A figure, not a claim: it is sorted by last activity, so it reads the whole space. */
const ROSTER = 'the first page of the roster'

const KINDS: readonly Kind[] = [
  {
    name: 'a post to an unknown name',
    run: (place, turn) =>
      send(place, 201, place.host, '/auth/messages', {
        content: `@membr-${turn % MANY}-x, are you there?`,
        org_id: place.spaceId,
      }),
  },
  {
    name: 'a join',
    before: (place) => send(place, 204, place.guest, `/api/organizations/${place.spaceId}/leave`, {}),
    run: (place) => send(place, 200, place.guest, '/api/organizations/join', { invite_code: place.code }),
  },
  { name: 'the first page of members', run: (place) => read(place, 'members') },
  { name: ROSTER, run: (place) => read(place, 'roster') },
]

async function read({ connection, spaceId, host }: Place, list: 'members' | 'roster'): Promise<void> {
  const { status } = await connection.get(`/api/organizations/${spaceId}/${list}`, headersOf(host))
  if (status !== 200) throw new Error(`The ${list} were answered ${status}`)
}

export function measureMembers(bench: Bench): Promise<Outcome> {
  return withSubjects(bench, [], 2, async ([subject]) => {
    const [host, guest, otherHost, otherGuest] = subject?.target.posters ?? []
    if (!subject?.databaseUrl || !host || !guest || !otherHost || !otherGuest)
      throw new Error('Nobody is there')
    const { databaseUrl } = subject
    const connection = openConnection(subject.target.port)
    try {
      const few = await openPlace(connection, databaseUrl, { host, guest, people: FEW })
      const many = await openPlace(connection, databaseUrl, {
        host: otherHost,
        guest: otherGuest,
        people: MANY,
      })
      await onDatabase(databaseUrl, (client) => client.query('analyze'))
      return await measure(bench, few, many)
    } finally {
      connection.close()
    }
  })
}

async function openPlace(
  connection: Connection,
  databaseUrl: string,
  { host, guest, people }: { readonly host: Poster; readonly guest: Poster; readonly people: number },
): Promise<Place> {
  const { spaceId } = host
  const ids = Array.from({ length: people }, () => randomUUID())
  await onDatabase(databaseUrl, async (client) => {
    await client.query(
      `with added as (
         insert into accounts (id, kind, handle, display_name, created_at)
         select id, 'user', handle, handle, now()
         from (select id, 'member-' || n || '-' || right($2, 4) as handle from unnest($1::uuid[]) with ordinality as i(id, n)) named
       )
       insert into people (account_id) select unnest($1::uuid[])`,
      [ids, spaceId],
    )
    await client.query(
      `insert into members (space_id, account_id, joined_at)
       select $2, id, now() - n * interval '1 s' from unnest($1::uuid[]) with ordinality as i(id, n)`,
      [ids, spaceId],
    )
  })
  const { body } = await connection.post(`/api/organizations/${spaceId}/invites`, headersOf(host), '{}')
  const { invite_code: code } = JSON.parse(body) as { invite_code: string }
  return { connection, spaceId, host, guest, code }
}

const headersOf = ({ token }: Poster) => `authorization: Bearer ${token ?? ''}\r\n`

async function send(
  { connection }: Place,
  expected: number,
  poster: Poster,
  path: string,
  body: object,
): Promise<void> {
  const { status } = await connection.post(path, headersOf(poster), JSON.stringify(body))
  if (status !== expected) throw new Error(`${path} was answered ${status}`)
}

async function measure({ rounds, say }: Bench, few: Place, many: Place): Promise<Outcome> {
  const runs = KINDS.map((kind) => ({ kind, few: [] as number[], many: [] as number[] }))
  for (const { kind } of runs) await timed(kind, [few, many], WARM_UP_CALLS)
  for (let round = 0; round < rounds; round++) {
    for (const run of runs) {
      const [atFew = [], atMany = []] = await timed(run.kind, [few, many], CALLS)
      run.few.push(percentile(atFew, 0.5))
      run.many.push(percentile(atMany, 0.5))
      say(`  ${run.kind.name}: ${run.few.at(-1)?.toFixed(2)} ms, then ${run.many.at(-1)?.toFixed(2)} ms`)
    }
  }
  return {
    claims: runs
      .filter(({ kind }) => kind.name !== ROSTER)
      .map((run) =>
        claimOf(
          { measure: 'P26', what: `p50, ${run.kind.name}, ${MANY} members`, against: `${FEW} members` },
          run.many.map((ms, round) => ms / (run.few[round] ?? Number.NaN)),
          { atMost: GROWTH_MAX },
        ),
      ),
    figures: runs.flatMap((run) => [
      { subject: `${FEW} members`, figure: `${run.kind.name}, p50, ms`, spread: spreadOf(run.few) },
      { subject: `${MANY} members`, figure: `${run.kind.name}, p50, ms`, spread: spreadOf(run.many) },
    ]),
    rounds: runs.map((run) => ({ [run.kind.name]: { few: run.few, many: run.many } })),
  }
}

/** The durations of the calls in each space. */
async function timed(kind: Kind, places: readonly Place[], calls: number): Promise<number[][]> {
  const times = places.map((): number[] => [])
  for (let turn = 0; turn < calls; turn++) {
    for (const [index, place] of places.entries()) {
      await kind.before?.(place)
      const startedAt = performance.now()
      await kind.run(place, turn)
      times[index]?.push(performance.now() - startedAt)
    }
  }
  return times
}
