import { constants } from 'node:fs'
import {
  access,
  chown,
  mkdir,
  open,
  readdir,
  readFile,
  realpath,
  rename,
  rm,
  rmdir,
  stat,
} from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { StartupError } from '../startup-error.ts'
import type { Binaries } from './binaries.ts'
import { processFingerprint, run } from './child-process.ts'
import type { Endpoint } from './endpoint.ts'
import { SUPERUSER, passwordFile } from './endpoint.ts'
import { commandAs, ownerOf } from './identity.ts'
import type { Identity } from './identity.ts'

const UNFINISHED = 'pg.new.'

const REASONS: Record<string, string> = {
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EROFS: 'the file system is read-only',
  ENOSPC: 'the disk is full',
  ENOTDIR: 'a part of the path is a file',
  EEXIST: 'it is a file',
}

/**
 * Creates DATA_DIR if it is missing, and returns its real path.
 * @throws StartupError with the reason when it can't be created or written.
 */
export async function prepareDataDir(dataDir: string): Promise<string> {
  const path = resolve(dataDir)
  // Under root another user must be able to reach its own folder, and nothing else.
  const mode = process.getuid?.() === 0 ? 0o711 : 0o700
  try {
    await mkdir(path, { recursive: true, mode })
    await access(path, constants.W_OK | constants.X_OK)
    return await realpath(path)
  } catch (error) {
    throw new StartupError(`DATA_DIR ${path} can't be written: ${reasonOf(error)}.`)
  }
}

/** Whether `folder` has a database. @throws StartupError for one of another major version or another user. */
export async function hasDatabase(folder: string, major: string): Promise<boolean> {
  const facts = await stat(folder).catch(() => undefined)
  if (facts === undefined) return false

  const me = process.getuid?.()
  if (me !== undefined && me !== 0 && facts.uid !== me) {
    throw new StartupError(
      `${folder} belongs to another user (number ${facts.uid}). Start Flockwork as that user, ` +
        `or give the folder to this one: chown -R ${me} ${folder}`,
    )
  }
  if ((await readdir(folder)).length === 0) return false

  const found = await readFile(join(folder, 'PG_VERSION'), 'utf8').catch(() => undefined)
  if (found === undefined) {
    throw new StartupError(
      `${folder} holds something else than a PostgreSQL database. Move it away, or set DATA_DIR.`,
    )
  }
  if (found.trim() === major) return true
  throw new StartupError(
    `${folder} was made by PostgreSQL ${found.trim()}, and this version of Flockwork runs PostgreSQL ${major}. ` +
      'Start the version of Flockwork that made it, ' +
      `or run a PostgreSQL ${found.trim()} on that folder yourself and set DATABASE_URL to it.`,
  )
}

/**
 * Creates a database cluster in `folder`. It is built next to it and then renamed, so that an interrupted start
 * leaves nothing that looks like a cluster. One that another start created meanwhile stays.
 */
export async function initialise(deps: {
  binaries: Binaries
  identity: Identity
  endpoint: Endpoint
  folder: string
}): Promise<void> {
  const dataDir = dirname(deps.folder)
  await removeUnfinished(dataDir)

  const building = join(dataDir, UNFINISHED + process.pid)
  await mkdir(building, { mode: 0o700 })
  const owner = ownerOf(deps.identity)
  if (owner !== undefined) await chown(building, owner.uid, owner.gid)

  const answer = await run(
    commandAs(deps.identity, deps.binaries.initdb, initdbArguments(building, deps.endpoint)),
  )
  if (answer.code !== 0) {
    await rm(building, { recursive: true, force: true })
    throw new StartupError(`PostgreSQL could not make its files in ${dataDir}: ${lastLine(answer.stderr)}`)
  }

  try {
    await rmdir(deps.folder).catch(() => undefined)
    await rename(building, deps.folder)
  } catch (error) {
    await rm(building, { recursive: true, force: true })
    if (!isCode(error, 'ENOTEMPTY', 'EEXIST', 'EPERM')) throw error
  }
  await syncFolder(dataDir)
}

function initdbArguments(folder: string, endpoint: Endpoint): string[] {
  // Otherwise the machine's locale decides encoding and collation. Linux has C.UTF-8; other C libraries may not, and
  // only PostgreSQL's own provider has it.
  const locale =
    process.platform === 'linux' ? ['--locale=C.UTF-8'] : ['--locale=C', '--builtin-locale=C.UTF-8']
  const access =
    endpoint.password === undefined
      ? ['--auth-local=trust', '--auth-host=reject']
      : ['--auth=scram-sha-256', `--pwfile=${passwordFile(dirname(folder))}`]
  return [
    `--pgdata=${folder}`,
    '--encoding=UTF8',
    '--locale-provider=builtin',
    ...locale,
    '--lc-messages=C',
    `--username=${SUPERUSER}`,
    ...access,
  ]
}

async function removeUnfinished(dataDir: string): Promise<void> {
  for (const name of await readdir(dataDir)) {
    if (!name.startsWith(UNFINISHED)) continue
    const builder = Number(name.slice(UNFINISHED.length))
    const isAtWork = builder !== process.pid && (await processFingerprint(builder)) !== undefined
    if (!isAtWork) await rm(join(dataDir, name), { recursive: true, force: true })
  }
}

async function syncFolder(folder: string): Promise<void> {
  // Without it a power cut could lose the new name, and with it everything written since.
  if (process.platform === 'win32') return
  await using handle = await open(folder, 'r')
  await handle.sync()
}

function reasonOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : String(error)
  return REASONS[code] ?? code
}

function isCode(error: unknown, ...codes: string[]): boolean {
  return error instanceof Error && 'code' in error && codes.includes(String(error.code))
}

function lastLine(text: string): string {
  const lines = text.split('\n').filter((line) => /error|fatal/i.test(line))
  return lines.at(-1)?.trim() ?? text.trim().split('\n').at(-1) ?? ''
}
