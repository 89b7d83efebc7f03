/** `flockwork admin`: the operator's commands on the machine, whether or not the server runs. */
import { publicUrl, readConfig } from '../config.ts'
import { syncAgentMemberships } from '../features/agents/index.ts'
import { makeAdmin, makeResetLinkFor, rotateSigningKeys } from '../features/auth/index.ts'
import { listRestorable, restoreSpace } from '../features/spaces/index.ts'
import { ApiError } from '../platform/errors.ts'
import { readInstanceUrl } from '../platform/instance-url.ts'
import { createEncryption } from '../platform/encryption.ts'
import { StartupError } from '../platform/startup-error.ts'
import { withDatabase, type CommandDeps } from './with-database.ts'

const HELP = `Usage: flockwork admin COMMAND

  reset-password NAME   print a link with which the person of this username or e-mail address sets a
                        new password; it works once, for an hour
  make-admin NAME       make the person an administrator
  rotate-keys           sign tokens with a new key; those signed with the old one end at once, and browsers
                        and programs get new ones by themselves
  restore-space SLUG    undo the deletion of a space, by its slug or id, within 30 days: everyone is in it again
                        as before, and its invites stay ended; without a name, list what can be restored

It works while the server runs and while it is stopped, on the database that the same environment variables
(DATA_DIR, DATABASE_URL, SECRET_KEY, PUBLIC_URL) give the server.
`

interface Command {
  /** How many arguments it takes, at least and at most, and what one is called. */
  readonly takes: { readonly min: number; readonly max: number; readonly what: string }
  /** Returns the output. */
  readonly run: (deps: CommandDeps, name: string | undefined) => Promise<string>
}

const A_PERSON = { min: 1, max: 1, what: 'one username or e-mail address' }

const COMMANDS: Readonly<Record<string, Command>> = {
  'reset-password': { takes: A_PERSON, run: resetPassword },
  'make-admin': {
    takes: A_PERSON,
    run: async (deps, name = '') => `${await makeAdmin(deps, name)} is an administrator.`,
  },
  'rotate-keys': { takes: { min: 0, max: 0, what: 'nothing' }, run: rotateKeys },
  'restore-space': {
    takes: { min: 0, max: 1, what: 'the slug or the id of one space, or nothing' },
    run: (deps, name) => (name === undefined ? listDeleted(deps) : restore(deps, name)),
  },
}

export interface CommandResult {
  /** The exit code: 0, 1 for a failure, 2 for wrong usage. */
  readonly code: number
  readonly out: string
  readonly err: string
}

/** Runs `flockwork admin ...args` in the environment `env`. @throws errors that an operator can't fix. */
export async function runAdmin(
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): Promise<CommandResult> {
  if (args.some((arg) => arg === '--help' || arg === '-h')) return { code: 0, out: HELP, err: '' }
  const [word, ...names] = args
  if (word === undefined) return wrongUsage('Which command?')
  const command = Object.hasOwn(COMMANDS, word) ? COMMANDS[word] : undefined
  if (command === undefined) return wrongUsage(`There is no command ${word}.`)
  const { min, max, what } = command.takes
  if (names.length < min || names.length > max || names[0]?.trim() === '') {
    return wrongUsage(`${word} takes ${what}.`)
  }

  try {
    const out = await withDatabase(readConfig(env), (deps) => command.run(deps, names[0]))
    return { code: 0, out: `${out}\n`, err: '' }
  } catch (error) {
    if (!(error instanceof StartupError) && !(error instanceof ApiError)) throw error
    return { code: 1, out: '', err: `${error.message}\n` }
  }
}

function wrongUsage(why: string): CommandResult {
  return { code: 2, out: '', err: `${why}\n\n${HELP}` }
}

async function resetPassword({ config, db, clock }: CommandDeps, name = ''): Promise<string> {
  // the port of the running server may not be in this shell's environment
  const address = config.publicUrl ?? (await readInstanceUrl(db)) ?? publicUrl(config, config.port)
  const policy = { passwordLogin: config.passwordLogin }
  const link = await makeResetLinkFor({ db, clock, policy, address: () => address }, name)
  return `A new password for ${link.username} can be set here, once, until ${link.expires_at}:\n${link.url}`
}

async function rotateKeys({ config, db, clock }: CommandDeps): Promise<string> {
  const { kid } = await rotateSigningKeys({
    db,
    clock,
    encryption: createEncryption(config.secretKey),
  })
  return `Tokens are signed with key ${kid} from now on; those signed before have ended.`
}

async function listDeleted(deps: CommandDeps): Promise<string> {
  const spaces = await listRestorable(deps)
  if (spaces.length === 0) return 'No space was deleted in the last 30 days.'
  const lines = spaces.map(({ slug, name, deletedAt, createdBy, people }) => {
    const by = createdBy === null ? '' : `, made by ${createdBy}`
    return `  ${slug}  ${name} (deleted ${deletedAt}${by}, ${people} in it)`
  })
  return ['Spaces that can be restored, by slug:', ...lines].join('\n')
}

async function restore({ db, clock }: CommandDeps, given: string): Promise<string> {
  const { name, slug, people } = await restoreSpace(
    {
      db,
      clock,
      syncAgentMemberships: (tx, owners) => syncAgentMemberships(tx, owners, new Date(clock.now())),
    },
    given,
  )
  return `${name} (${slug}) is there again, with ${people === 1 ? '1 person' : `${people} people`} in it.`
}
