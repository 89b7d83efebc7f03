import { readFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { Client, DatabaseError } from 'pg'
import { StartupError } from '../startup-error.ts'
import { processFingerprint, programName } from './child-process.ts'
import { databaseUrl, readPassword, superuserUrl, type Endpoint } from './endpoint.ts'

/** The custom setting in which a running PostgreSQL names its server. */
export const OWNER_SETTING = 'flockwork.server'

const CONNECT_TIMEOUT_MS = 3_000
/** Starting or stopping; no free connection. */
const BUSY_CODES = ['57P03', '53300']

/** Another Flockwork server, process `pid`, runs on this DATA_DIR. */
export class AlreadyRunning extends StartupError {
  override name = 'AlreadyRunning'
  readonly pid: number
  constructor(pid: number) {
    super(`Flockwork is already running on this DATA_DIR, process ${pid}.`)
    this.pid = pid
  }
}

/** The server of a running PostgreSQL. `token` differs between two servers in one process. */
export interface Owner {
  pid: number
  fingerprint: string
  token: string
}

/**
 * Who has the lock of a database folder. `server`: a living Flockwork server. `orphan`: a PostgreSQL of this folder
 * whose server has ended. `busy`: one that is starting, stopping or not answering. `none`: no holder was found;
 * `staleHolder` is then a living process that the lock file names and that can't be a PostgreSQL.
 */
export type Holder =
  | { kind: 'server'; pid: number }
  | { kind: 'orphan'; postmaster: number }
  | { kind: 'busy' }
  | { kind: 'none'; staleHolder?: number }

const NOBODY: Owner = { pid: 0, fingerprint: '', token: '' }

interface LockFile {
  postmaster: number
  port: number
  socketFolder: string
  address: string
}

/** Reads the lock file of `folder` and queries the PostgreSQL that it names. `own` is never `server`. */
export async function findHolder(folder: string, own: Owner): Promise<Holder> {
  const lock = await readLock(folder)
  if (lock === undefined) return { kind: 'none' }

  const answer = await queryOwner(folder, lock)
  if (answer === 'busy') return { kind: 'busy' }
  if (answer === 'none' || resolve(answer.folder) !== folder) {
    const program = await programName(lock.postmaster)
    const isPostgres = program === undefined || program.startsWith('postgres')
    return isPostgres ? { kind: 'none' } : { kind: 'none', staleHolder: lock.postmaster }
  }

  const [pid, fingerprint, token] = answer.owner.split('/')
  const isAlive = fingerprint !== undefined && fingerprint === (await processFingerprint(Number(pid)))
  if (isAlive && token !== own.token) return { kind: 'server', pid: Number(pid) }
  return { kind: 'orphan', postmaster: lock.postmaster }
}

/** The address of the database of `folder` while a server runs on it. */
export async function urlOfServer(folder: string): Promise<string | undefined> {
  const holder = await findHolder(folder, NOBODY)
  const lock = await readLock(folder)
  if (holder.kind !== 'server' || lock === undefined) return undefined
  const endpoint = await endpointOf(folder, lock)
  return endpoint && databaseUrl(endpoint)
}

/** The process id of the PostgreSQL in the lock file; undefined without one. */
export async function postmasterOf(folder: string): Promise<number | undefined> {
  const lock = await readLock(folder)
  return lock?.postmaster
}

/** The setting that marks a PostgreSQL as `own`. */
export function ownerSetting(own: Owner): string {
  return `${OWNER_SETTING}=${own.pid}/${own.fingerprint}/${own.token}`
}

async function readLock(folder: string): Promise<LockFile | undefined> {
  const text = await readFile(join(folder, 'postmaster.pid'), 'utf8').catch(() => '')
  const [postmaster, , , port, socketFolder = '', address = ''] = text.split('\n').map((line) => line.trim())
  if (postmaster === undefined || postmaster === '' || port === undefined) return undefined
  return { postmaster: Number(postmaster), port: Number(port), socketFolder, address }
}

async function endpointOf(folder: string, lock: LockFile): Promise<Endpoint | undefined> {
  const password = lock.socketFolder === '' ? await readPassword(dirname(folder)) : undefined
  const host = lock.socketFolder === '' ? lock.address : lock.socketFolder
  if (host === '') return undefined
  return { host, port: lock.port, ...(password === undefined ? {} : { password }) }
}

async function queryOwner(
  folder: string,
  lock: LockFile,
): Promise<{ folder: string; owner: string } | 'busy' | 'none'> {
  const endpoint = await endpointOf(folder, lock)
  if (endpoint === undefined) return 'none'
  const client = new Client({
    connectionString: superuserUrl(endpoint, 'postgres'),
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    query_timeout: CONNECT_TIMEOUT_MS,
  })
  // Without a listener a connection that breaks while idle would end the server.
  client.on('error', () => undefined)
  try {
    await client.connect()
    const { rows } = await client.query<{ folder: string; owner: string }>(
      "select current_setting('data_directory') as folder, coalesce(current_setting($1, true), '') as owner",
      [OWNER_SETTING],
    )
    return rows[0] ?? 'none'
  } catch (error) {
    if (error instanceof DatabaseError) return BUSY_CODES.includes(error.code ?? '') ? 'busy' : 'none'
    return error instanceof Error && /timeout|terminated/i.test(error.message) ? 'busy' : 'none'
  } finally {
    await client.end().catch(() => undefined)
  }
}
