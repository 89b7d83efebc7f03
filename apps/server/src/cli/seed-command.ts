/** `npm run seed`: see seed/seed.ts. Works on the database of a server that runs, and of one that is stopped. */
import { parseArgs } from 'node:util'
import { withDatabase } from './admin-command.ts'
import { readConfig } from '../config.ts'
import { StartupError } from '../platform/startup-error.ts'
import { seedMessages } from './made-up/seed.ts'

const USAGE = `Usage: npm run seed -- --messages N [--space SLUG]

  --messages N   how many messages to add
  --space SLUG   to which space; without, to a public one of its own

It fills the database that the same environment variables (DATA_DIR, DATABASE_URL) give the server.
`

/** Answers the exit code: 0, 1 when it could not be done, 2 when it was misused. */
export async function runSeed(
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
  say: (line: string) => void,
): Promise<number> {
  const wanted = readArgs(args)
  if (wanted === undefined) {
    say(USAGE)
    return 2
  }
  try {
    const begun = performance.now()
    const scene = await withDatabase(readConfig(env), ({ db, clock }) =>
      seedMessages({ db, now: clock.now(), onStored: (count) => say(`${count} messages …`) }, wanted),
    )
    const seconds = Math.round((performance.now() - begun) / 1000)
    say(`${scene.slug} has ${wanted.messages} messages more, searchable, after ${seconds} s.`)
    return 0
  } catch (error) {
    if (!(error instanceof StartupError)) throw error
    say(error.message)
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
