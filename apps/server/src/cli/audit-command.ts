/** `flockwork audit`: reads and verifies the audit log of a database or file (docs/rules/requests.md#audit-log). */
import { parseArgs } from 'node:util'
import { publicUrl, readConfig } from '../config.ts'
import {
  exportAudit,
  NotAnAuditFile,
  verifyDatabase,
  verifyFile,
  type Verified,
} from '../features/admin/index.ts'
import { loadRecordKey } from '../features/auth/index.ts'
import { fingerprintOf } from '../features/records/index.ts'
import { createEncryption } from '../platform/encryption.ts'
import { readInstanceUrl } from '../platform/instance-url.ts'
import { StartupError } from '../platform/startup-error.ts'
import { checkpointsOf } from './audit-checkpoints.ts'
import { readChunks, writeAtomically } from './record-files.ts'
import { withDatabase, type CommandDeps } from './with-database.ts'

const HELP = `Usage: flockwork audit COMMAND

  verify [FILE] [--against FILE]... [--key KEY]
                 say whether the audit log is as it was written, or name each entry that was changed,
                 taken out or put in: of the database, or of a file that was exported.
                 --against names log files or older exports, whose checkpoints must still fit: they show
                 what a rewritten or shortened log hides. With --key, a file must be signed with that key
                 (its fingerprint, as flockwork space key prints it).
  export FILE    write the log to a new file (JSON Lines)

It works while the server runs and while it is stopped, on the database that the same environment
variables (DATA_DIR, DATABASE_URL, SECRET_KEY, PUBLIC_URL) give the server.
`

export interface Output {
  readonly out: (line: string) => void
  readonly err: (line: string) => void
}

type Env = Readonly<Record<string, string | undefined>>

/** Returns the exit code: 0, 1 for a failure or a log that was tampered with, 2 for wrong usage. */
export async function runAudit(args: readonly string[], env: Env, output: Output): Promise<number> {
  if (args.some((arg) => arg === '--help' || arg === '-h')) {
    output.out(HELP)
    return 0
  }
  const given = readArgs(args)
  if (given === undefined) {
    output.err(HELP)
    return 2
  }
  try {
    const { isGood, says } = await given.run(env)
    const write = isGood ? output.out : output.err
    write(says)
    return isGood ? 0 : 1
  } catch (error) {
    if (!isExpected(error)) throw error
    output.err(error.message)
    return 1
  }
}

interface CommandResult {
  readonly isGood: boolean
  readonly says: string
}

function readArgs(args: readonly string[]): { run: (env: Env) => Promise<CommandResult> } | undefined {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { against: { type: 'string', multiple: true }, key: { type: 'string' } },
    })
    const [word, file, ...more] = positionals
    if (more.length > 0 || file?.trim() === '') return undefined
    const { against, key } = values
    if (word === 'verify' && (file !== undefined || key === undefined)) {
      return { run: (env) => verify(env, { file, against: against ?? [], key }) }
    }
    if (word === 'export' && file !== undefined && against === undefined && key === undefined) {
      return { run: (env) => withDatabase(readConfig(env), (deps) => exportTo(deps, file)) }
    }
    return undefined
  } catch {
    return undefined
  }
}

interface Request {
  readonly file: string | undefined
  readonly against: readonly string[]
  readonly key: string | undefined
}

async function verify(env: Env, { file, against, key }: Request): Promise<CommandResult> {
  const checkpoints = await checkpointsOf(against)
  if (file === undefined) {
    return withDatabase(readConfig(env), async (deps) => {
      const { publicKey } = await keyOf(deps)
      return judge(await verifyDatabase(deps.db, publicKey, checkpoints), [
        `Signed with key ${fingerprintOf(publicKey)}.`,
      ])
    })
  }
  const verified = await verifyFile(readChunks(file), checkpoints)
  const { at, from, by, key: signedWith, filters } = verified.header.exported
  if (key !== undefined && key !== signedWith && key !== fingerprintOf(signedWith)) {
    throw new StartupError(`The file is signed with another key: ${fingerprintOf(signedWith)}.`)
  }
  const chosen = Object.entries(filters).map(([name, value]) => `${name} ${value}`)
  return judge(verified, [
    `Written ${at} at ${from} by ${by ?? 'the operator'}.`,
    ...(chosen.length === 0 ? [] : [`Only entries with ${chosen.join(', ')}.`]),
    key === undefined
      ? `Signed with key ${fingerprintOf(signedWith)}: compare it with what that instance shows.`
      : `Signed with that key: ${fingerprintOf(signedWith)}.`,
  ])
}

function judge(
  { entries, erased, last, checkpoints, problems, problemCount }: Verified,
  more: readonly string[],
): CommandResult {
  if (problemCount > 0) {
    const hidden = problemCount - problems.length
    const lines = [
      'The audit log is NOT as it was written:',
      ...problems.map(({ says }) => `  ${says}.`),
      ...(hidden > 0 ? [`  And ${hidden} more.`] : []),
    ]
    return { isGood: false, says: lines.join('\n') }
  }
  const lines = [
    `The audit log is whole: ${entries} entries, each as it was written, up to ${last.number}.`,
    ...(erased > 0
      ? [`${erased} names, addresses or texts were erased, each by an entry that says so.`]
      : []),
    `${checkpoints} checkpoints fit.`,
    ...more,
  ]
  return { isGood: true, says: lines.join('\n') }
}

async function exportTo(deps: CommandDeps, file: string): Promise<CommandResult> {
  const { config, db, clock } = deps
  const address = config.publicUrl ?? (await readInstanceUrl(db)) ?? publicUrl(config, config.port)
  const key = await keyOf(deps)
  await writeAtomically(file, async (write) => {
    for await (const line of exportAudit(
      { db, clock, key, address: () => address },
      { filters: {}, by: null },
    )) {
      await write(line)
    }
  })
  return { isGood: true, says: `${file} is the audit log, signed with key ${fingerprintOf(key.publicKey)}.` }
}

function keyOf({ config, db }: CommandDeps) {
  return loadRecordKey(db, createEncryption(config.secretKey))
}

function isExpected(error: unknown): error is Error {
  if (error instanceof StartupError || error instanceof NotAnAuditFile) return true
  // the file is missing or unreadable
  return error instanceof Error && 'syscall' in error && 'path' in error
}
