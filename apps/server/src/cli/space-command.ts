/** `flockwork space`: exports, verifies and imports the record of a space (docs/rules/records.md). */
import { parseArgs } from 'node:util'
import { readConfig } from '../config.ts'
import { BrokenRecord } from '../features/records/index.ts'
import { ApiError } from '../platform/errors.ts'
import { StartupError } from '../platform/startup-error.ts'
import { eraseTexts, verifyFile } from './record-files.ts'
import { admitToSpace, exportSpace, importSpace, showKey } from './records.ts'
import { withDatabase, type CommandDeps } from './with-database.ts'

const HELP = `Usage: flockwork space COMMAND

  export SPACE FILE             write the record of a space, named by its address or id, to a new file
  verify FILE [--key KEY]       check that a record is as it was written, and by which key; needs no database
  erase FILE NEW-FILE ID ...    copy a record without the texts of these messages, tasks and notes
  import FILE [--admin NAME]    make the space of a record on this instance, with a person of it as admin
  admit SPACE NAME              make a person of this instance the admin of an imported space that nobody is in
  key                           show the key that signs the records of this instance

export, import, admit and key work while the server runs and while it is stopped, on the database that the same environment
variables (DATA_DIR, DATABASE_URL, SECRET_KEY, PUBLIC_URL) give the server.
`

export interface Output {
  readonly out: (line: string) => void
  readonly err: (line: string) => void
}

interface Given {
  readonly names: readonly string[]
  readonly key: string | undefined
  readonly admin: string | undefined
  readonly env: Readonly<Record<string, string | undefined>>
  readonly output: Output
}

interface Command {
  readonly least: number
  readonly most: number
  readonly option?: 'key' | 'admin'
  readonly run: (given: Given) => Promise<string>
}

const COMMANDS: Readonly<Record<string, Command>> = {
  export: {
    least: 2,
    most: 2,
    run: ({ names: [space = '', file = ''], env }) =>
      onDatabase(env, (deps) => exportSpace(deps, space, file)),
  },
  verify: { least: 1, most: 1, option: 'key', run: ({ names: [file = ''], key }) => verifyFile(file, key) },
  erase: {
    least: 3,
    most: Number.POSITIVE_INFINITY,
    run: ({ names: [file = '', target = '', ...ids] }) => eraseTexts(file, target, ids),
  },
  import: {
    least: 1,
    most: 1,
    option: 'admin',
    run: ({ names: [file = ''], admin, env, output }) =>
      onDatabase(env, (deps) => importSpace(deps, file, admin, output.out)),
  },
  admit: {
    least: 2,
    most: 2,
    run: ({ names: [space = '', name = ''], env }) =>
      onDatabase(env, (deps) => admitToSpace(deps, space, name)),
  },
  key: { least: 0, most: 0, run: ({ env }) => onDatabase(env, showKey) },
}

/** Returns the exit code: 0, 1 for a failure or a record that doesn't verify, 2 for wrong usage. */
export async function runSpace(
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
  output: Output,
): Promise<number> {
  if (args.some((arg) => arg === '--help' || arg === '-h')) {
    output.out(HELP)
    return 0
  }
  const [word = '', ...rest] = args
  const command = Object.hasOwn(COMMANDS, word) ? COMMANDS[word] : undefined
  const given = command && readArgs(command, rest)
  if (command === undefined || given === undefined) {
    output.err(HELP)
    return 2
  }
  try {
    output.out(await command.run({ ...given, env, output }))
    return 0
  } catch (error) {
    if (!isExpected(error)) throw error
    output.err(error.message)
    return 1
  }
}

function readArgs(
  { least, most, option }: Command,
  args: readonly string[],
): Pick<Given, 'names' | 'key' | 'admin'> | undefined {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { key: { type: 'string' }, admin: { type: 'string' } },
    })
    const isOption = Object.keys(values).every((name) => name === option)
    const isCount = positionals.length >= least && positionals.length <= most
    const isEmpty = positionals.some((name) => name.trim() === '')
    if (!isOption || !isCount || isEmpty) return undefined
    return { names: positionals, key: values.key, admin: values.admin }
  } catch {
    return undefined
  }
}

function onDatabase(env: Given['env'], work: (deps: CommandDeps) => Promise<string>): Promise<string> {
  return withDatabase(readConfig(env), work)
}

/** Errors that an operator can fix. */
function isExpected(error: unknown): error is Error {
  if (error instanceof StartupError || error instanceof ApiError || error instanceof BrokenRecord) return true
  // the file is missing or unreadable
  return error instanceof Error && 'syscall' in error && 'path' in error
}
