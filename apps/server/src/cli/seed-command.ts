/** `npm run seed` (seed-data/seed.ts), whether or not the server runs. */
import { parseArgs } from 'node:util'
import { readConfig } from '../config.ts'
import { StartupError } from '../platform/startup-error.ts'
import { seedPeople } from './seed-data/people.ts'
import { seedMessages } from './seed-data/seed.ts'
import { withDatabase, type CommandDeps } from './with-database.ts'

const USAGE = `Usage: npm run seed -- --messages N [--space SLUG]
       npm run seed -- --people N

  --messages N   how many messages to add
  --space SLUG   to which space; without, to a public one of its own
  --people N     how many people to add, each with their own space

It fills the database that the same environment variables (DATA_DIR, DATABASE_URL) give the server.
`

/** Returns the exit code: 0, 1 for a failure, 2 for wrong usage. */
export async function runSeed(
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
  print: (line: string) => void,
): Promise<number> {
  const request = readArgs(args)
  if (request === undefined) {
    print(USAGE)
    return 2
  }
  try {
    const begun = performance.now()
    const done = await withDatabase(readConfig(env), (deps) => fill(deps, request, print))
    print(`${done} after ${Math.round((performance.now() - begun) / 1000)} s.`)
    return 0
  } catch (error) {
    if (!(error instanceof StartupError)) throw error
    print(error.message)
    return 1
  }
}

type Request = { readonly messages: number; readonly space: string | undefined } | { readonly people: number }

/** Returns the result, as the beginning of a sentence. */
async function fill(
  { db, clock }: CommandDeps,
  request: Request,
  print: (line: string) => void,
): Promise<string> {
  const deps = { db, now: clock.now() }
  if ('people' in request) {
    await seedPeople({ ...deps, onStored: (count) => print(`${count} people …`) }, request.people)
    return `There are ${request.people} people more`
  }
  const { slug } = await seedMessages({ ...deps, onStored: (count) => print(`${count} messages …`) }, request)
  return `${slug} has ${request.messages} messages more, searchable,`
}

function readArgs(args: readonly string[]): Request | undefined {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: { messages: { type: 'string' }, space: { type: 'string' }, people: { type: 'string' } },
    })
    const { space, people } = values
    const count = Number(people ?? values.messages)
    if (!Number.isInteger(count) || count <= 0) return undefined
    if (people === undefined) return { messages: count, space }
    return values.messages === undefined && space === undefined ? { people: count } : undefined
  } catch {
    return undefined
  }
}
