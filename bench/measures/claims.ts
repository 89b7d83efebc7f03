/**
 * P22: 32 agents race for a thousand tasks. Each tries the tasks in its own order and skips those it knows to be taken,
 * as agents do that follow the stream. The product's complete call with its events, against a plain `update …
 * returning`.
 */
import { performance } from 'node:perf_hooks'
import { openConnection } from '../load/connection.ts'
import { seedTasks } from '../reading/seed-tasks.ts'
import { onDatabase } from '../subjects/database.ts'
import { registerAgents } from '../subjects/flockwork.ts'
import type { Subject } from '../subjects/subject.ts'
import { withSubjects, type Bench } from './bench.ts'
import { claimOf, spreadOf, type Outcome } from './outcome.ts'
import { interleave, ratiosOf, valuesOf } from './rounds.ts'

const AGENTS = 32
const TASKS = 1000
const SHARE_OF_BARE = 0.5

interface Race {
  readonly claimsPerSecond: number
  /** Attempts at tasks that another agent had just claimed. */
  readonly lost: number
}

/** The path and headers of an agent's claim of a task. */
type Attempt = (agent: number, taskId: string) => { readonly path: string; readonly headers: string }

export async function measureClaims(bench: Bench): Promise<Outcome> {
  const attempts = new Map<string, Attempt>()
  const rounds = await withSubjects(bench, ['claims'], 1, async (subjects) => {
    for (const subject of subjects) attempts.set(subject.name, await attemptsOf(subject))
    return interleave(subjects, bench.rounds, async (subject) => {
      const result = await race(subject, attempts.get(subject.name))
      bench.say(
        `  ${subject.name}: ${Math.round(result.claimsPerSecond)} claims/s, ${result.lost} lost races`,
      )
      return result
    })
  })
  const ratios = ratiosOf(rounds, 'flockwork', 'claims', ({ claimsPerSecond }) => claimsPerSecond)
  return {
    claims: [
      claimOf(
        {
          measure: 'P22',
          what: `claims/s, ${AGENTS} agents, ${TASKS} tasks, none twice`,
          against: 'bare update … returning, over HTTP',
        },
        ratios,
        { atLeast: SHARE_OF_BARE },
      ),
    ],
    figures: ['flockwork', 'claims'].map((subject) => ({
      subject,
      figure: 'claims/s',
      spread: spreadOf(valuesOf(rounds, subject, ({ claimsPerSecond }) => claimsPerSecond)),
    })),
    rounds: rounds.map((results) => Object.fromEntries(results)),
  }
}

async function attemptsOf(subject: Subject): Promise<Attempt> {
  const [poster] = subject.target.posters
  if (subject.name === 'claims') {
    // the plain update maintains no counts either
    await onDatabase(subject.databaseUrl ?? '', (client) =>
      client.query('alter table tasks disable trigger user'),
    )
    return (_, taskId) => ({ path: `/claim/${taskId}/${poster?.accountId ?? ''}`, headers: '' })
  }
  const agents = await registerAgents(subject.target, AGENTS)
  return (agent, taskId) => ({
    path: `/api/tasks/${taskId}/claim`,
    headers: `authorization: Bearer ${agents[agent]?.token ?? ''}\r\n`,
  })
}

async function race({ databaseUrl, target }: Subject, attempt: Attempt | undefined): Promise<Race> {
  const [poster] = target.posters
  if (databaseUrl === null || poster === undefined || attempt === undefined) throw new Error('Nobody races')
  const ids = await onDatabase(databaseUrl, (client) =>
    seedTasks(client, { spaceId: poster.spaceId, authorId: poster.accountId, count: TASKS, isFresh: true }),
  )
  const taken = new Set<string>()
  const won: string[] = []
  let lost = 0
  const run = async (agent: number) => {
    const connection = openConnection(target.port)
    for (let step = 0; step < ids.length; step++) {
      // another order for each, all tasks in each: 7 and 1,000 have no common divisor
      const id = ids[(agent * 31 + step * 7) % ids.length] ?? ''
      if (taken.has(id)) continue
      const { path, headers } = attempt(agent, id)
      const { status } = await connection.post(path, headers, '{}')
      if (status === 200) won.push(id)
      else if (status === 409) lost += 1
      else throw new Error(`A claim was answered ${status}`)
      taken.add(id)
    }
    connection.close()
  }
  const startedAt = performance.now()
  await Promise.all(Array.from({ length: AGENTS }, (_, agent) => run(agent)))
  const seconds = (performance.now() - startedAt) / 1000
  if (new Set(won).size !== TASKS || won.length !== TASKS) {
    throw new Error(`${won.length} claims won ${new Set(won).size} of ${TASKS} tasks`)
  }
  return { claimsPerSecond: TASKS / seconds, lost }
}
