/** `npm run seed` (made-up/seed.ts), whether or not the server runs. */
import { parseArgs } from 'node:util'
import { readConfig } from '../config.ts'
import { StartupError } from '../platform/startup-error.ts'
import { seedMessages } from './seed-data/seed.ts'
import { withDatabase } from './with-database.ts'

const USAGE = `Usage: npm run seed -- --messages N [--space SLUG]

  --messages N   how many messages to add
  --space SLUG   to which space; without, to a public one of its own

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
    const scene = await withDatabase(readConfig(env), ({ db, clock }) =>
      seedMessages({ db, now: clock.now(), onStored: (count) => print(`${count} messages …`) }, request),
    )
    const seconds = Math.round((performance.now() - begun) / 1000)
    print(`${scene.slug} has ${request.messages} messages more, searchable, after ${seconds} s.`)
    return 0
  } catch (error) {
    if (!(error instanceof StartupError)) throw error
    print(error.message)
    return 1
  }
}

function readArgs(args: readonly string[]): { messages: number; space: string | undefined } | undefined {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: { messages: { type: 'string' }, space: { type: 'string' } },
    })
    const messages = Number(values.messages)
    return Number.isInteger(messages) && messages > 0 ? { messages, space: values.space } : undefined
  } catch {
    return undefined
  }
}
