/** What an operator does at the machine, while the server runs or is stopped. */
import { publicUrl, readConfig, type Config } from '../config.ts'
import { makeAdmin, makeResetLinkFor, rotateSigningKeys } from '../features/auth/index.ts'
import { systemClock, type Clock } from '../platform/clock.ts'
import { openDatabase, type Db } from '../platform/database.ts'
import { visitDatabase } from '../platform/embedded-postgres/index.ts'
import { ApiError } from '../platform/errors.ts'
import { requireSchema } from '../platform/migrate.ts'
import { readInstanceUrl } from '../platform/instance-url.ts'
import { createEncryption } from '../platform/encryption.ts'
import { StartupError } from '../platform/startup-error.ts'

const HELP = `Usage: flockwork admin COMMAND

  reset-password NAME   print a link with which the person of this username or e-mail address sets a
                        new password; it works once, for an hour
  make-admin NAME       make the person an administrator
  rotate-keys           sign tokens with a new key; those signed with the old one stay valid until they end

It works while the server runs and while it is stopped, on the database that the same environment variables
(DATA_DIR, DATABASE_URL, SECRET_KEY, PUBLIC_URL) give the server.
`

interface Deps {
  readonly config: Config
  readonly db: Db
  readonly clock: Clock
}

interface Command {
  /** Whether it takes a name, and nothing else. */
  readonly takesName: boolean
  /** Answers what is printed. */
  readonly run: (deps: Deps, name: string) => Promise<string>
}

const COMMANDS: Readonly<Record<string, Command>> = {
  'reset-password': { takesName: true, run: resetPassword },
  'make-admin': {
    takesName: true,
    run: async (deps, name) => `${await makeAdmin(deps, name)} is an administrator.`,
  },
  'rotate-keys': { takesName: false, run: rotateKeys },
}

export interface Ran {
  /** The exit code: 0, 1 when it could not be done, 2 when it was misused. */
  readonly code: number
  readonly out: string
  readonly err: string
}

/** Runs `flockwork admin ...args` in the environment `env`. Throws for what an operator can't act on. */
export async function runAdmin(
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): Promise<Ran> {
  if (args.some((arg) => arg === '--help' || arg === '-h')) return { code: 0, out: HELP, err: '' }
  const [word, ...names] = args
  if (word === undefined) return misused('Which command?')
  const command = Object.hasOwn(COMMANDS, word) ? COMMANDS[word] : undefined
  if (command === undefined) return misused(`There is no command ${word}.`)
  if (names.length !== (command.takesName ? 1 : 0) || names[0]?.trim() === '') {
    return misused(`${word} takes ${command.takesName ? 'one username or e-mail address' : 'nothing'}.`)
  }

  try {
    const out = await withDatabase(readConfig(env), (deps) => command.run(deps, names[0] ?? ''))
    return { code: 0, out: `${out}\n`, err: '' }
  } catch (error) {
    if (!(error instanceof StartupError) && !(error instanceof ApiError)) throw error
    return { code: 1, out: '', err: `${error.message}\n` }
  }
}

function misused(why: string): Ran {
  return { code: 2, out: '', err: `${why}\n\n${HELP}` }
}

/** Works on the database of `config` while its server runs or is stopped. Throws StartupError. */
export async function withDatabase<T>(config: Config, work: (deps: Deps) => Promise<T>): Promise<T> {
  const visit =
    config.databaseUrl === null
      ? await visitDatabase({ dataDir: config.dataDir, log: () => {} })
      : { url: config.databaseUrl, leave: async () => {} }
  try {
    const database = openDatabase(visit.url, () => {})
    try {
      await requireSchema(database)
      return await work({ config, db: database.db, clock: systemClock() })
    } finally {
      await database.close()
    }
  } finally {
    await visit.leave()
  }
}

async function resetPassword({ config, db, clock }: Deps, name: string): Promise<string> {
  // the port that a running server was given may not be in this shell's environment
  const address = config.publicUrl ?? (await readInstanceUrl(db)) ?? publicUrl(config, config.port)
  const policy = { passwordLogin: config.passwordLogin }
  const link = await makeResetLinkFor({ db, clock, policy, address: () => address }, name)
  return `A new password for ${link.username} can be set here, once, until ${link.expires_at}:\n${link.url}`
}

async function rotateKeys({ config, db, clock }: Deps): Promise<string> {
  const { kid, retiresAt } = await rotateSigningKeys({
    db,
    clock,
    encryption: createEncryption(config.secretKey),
  })
  return `Tokens are signed with key ${kid} from now on. The key before verifies until ${retiresAt.toISOString()}.`
}
