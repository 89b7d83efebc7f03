import { createHash, createHmac, randomBytes } from 'node:crypto'
import { chown, lstat, mkdir, mkdtemp, readFile, rmdir, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Identity } from './identity.ts'
import { ownerOf } from './identity.ts'

/** Where PostgreSQL listens: a folder with a Unix socket, or a loopback address with a password. */
export interface Endpoint {
  host: string
  port: number
  password?: string
}

export type EndpointKind = 'socket' | 'loopback'

/** The superuser of the cluster. Only this folder connects as it. */
export const SUPERUSER = 'flockwork'
/** The role that the server connects as. It owns the database and all that is in it, and nothing more. */
export const APPLICATION_ROLE = 'flockwork_app'
export const DATABASE_NAME = 'flockwork'

/** Only part of the socket's file name; no network port is opened. */
const SOCKET_PORT = 5432
/** macOS allows the least, Linux four more. */
const SOCKET_PATH_MAX_BYTES = 103

/** A connection string for `pg`, as the application. */
export function databaseUrl(endpoint: Endpoint): string {
  return urlAs(APPLICATION_ROLE, endpoint, DATABASE_NAME)
}

/** The same as the superuser. */
export function superuserUrl(endpoint: Endpoint, database: string): string {
  return urlAs(SUPERUSER, endpoint, database)
}

/** The application's password where connections need one; the superuser's can't be derived from it. */
export function applicationPassword({ password }: Endpoint): string | undefined {
  return password === undefined
    ? undefined
    : createHmac('sha256', password).update(APPLICATION_ROLE).digest('hex')
}

function urlAs(role: string, endpoint: Endpoint, database: string): string {
  const { host, port } = endpoint
  const password = role === SUPERUSER ? endpoint.password : applicationPassword(endpoint)
  // Port and encryption are explicit, or PGPORT and PGSSLMODE of the environment would set them.
  if (password !== undefined) {
    return `postgres://${role}:${password}@${host}:${port}/${database}?sslmode=disable`
  }
  return `postgres://${role}@/${database}?host=${encodeURIComponent(host)}&port=${port}&sslmode=disable`
}

/** The settings that make PostgreSQL listen there and nowhere else. */
export function listenSettings(endpoint: Endpoint): string[] {
  return endpoint.password === undefined
    ? ['listen_addresses=', `unix_socket_directories=${endpoint.host}`, `port=${endpoint.port}`]
    : [`listen_addresses=${endpoint.host}`, 'unix_socket_directories=', `port=${endpoint.port}`]
}

/** Prepares where the PostgreSQL of `dataDir`, run as `identity`, will listen. */
export async function openEndpoint(
  kind: EndpointKind,
  dataDir: string,
  identity: Identity,
): Promise<Endpoint> {
  if (kind === 'socket') return { host: await socketFolder(dataDir, identity), port: SOCKET_PORT }
  return { host: '127.0.0.1', port: await freePort(), password: await password(dataDir, identity) }
}

/** Removes the folder that `openEndpoint` made, if it is empty. */
export async function closeEndpoint(endpoint: Endpoint): Promise<void> {
  if (endpoint.password === undefined) await rmdir(endpoint.host).catch(() => undefined)
}

export function passwordFile(dataDir: string): string {
  return join(dataDir, 'pg-password')
}

/** The password of loopback connections, if this DATA_DIR has one. */
export async function readPassword(dataDir: string): Promise<string | undefined> {
  return readFile(passwordFile(dataDir), 'utf8').catch(() => undefined)
}

/** Recreates the socket's folder if it was removed, as by a cleaner of temporary files. */
export async function reopenEndpoint(endpoint: Endpoint, identity: Identity): Promise<void> {
  if (endpoint.password === undefined) await makePrivate(endpoint.host, identity)
}

/**
 * A private folder. Its name follows from DATA_DIR, so others can guess it and create it first: one that isn't a real
 * folder of the right owner and mode is not used, and a random name is.
 */
async function socketFolder(dataDir: string, identity: Identity): Promise<string> {
  const base = socketBase()
  const uid = uidOf(identity)
  const name = createHash('sha256').update(`${uid}:${dataDir}`).digest('hex').slice(0, 12)
  const folder = join(base, `flockwork-${name}`)
  await makePrivate(folder, identity)
  if (await isPrivate(folder, uid)) return folder

  const random = await mkdtemp(join(base, 'flockwork-'))
  const owner = ownerOf(identity)
  if (owner !== undefined) await chown(random, owner.uid, owner.gid)
  return random
}

/** Creates a folder that only `identity` may enter; one that exists stays as it is, whoever owns it. */
async function makePrivate(folder: string, identity: Identity): Promise<void> {
  const isNew = await mkdir(folder, { mode: 0o700 }).then(
    () => true,
    () => false,
  )
  const owner = ownerOf(identity)
  if (isNew && owner !== undefined) await chown(folder, owner.uid, owner.gid)
}

function uidOf(identity: Identity): number {
  return ownerOf(identity)?.uid ?? process.getuid?.() ?? 0
}

async function isPrivate(folder: string, uid: number): Promise<boolean> {
  const facts = await lstat(folder).catch(() => undefined)
  return facts !== undefined && facts.isDirectory() && facts.uid === uid && (facts.mode & 0o777) === 0o700
}

function socketBase(): string {
  const longest = `/flockwork-${'x'.repeat(12)}/.s.PGSQL.${SOCKET_PORT}`
  const fits = Buffer.byteLength(tmpdir() + longest) <= SOCKET_PATH_MAX_BYTES
  // Root's own temporary folder may be closed to the user that PostgreSQL runs as.
  return fits && process.getuid?.() !== 0 ? tmpdir() : '/tmp'
}

async function password(dataDir: string, identity: Identity): Promise<string> {
  const stored = await readPassword(dataDir)
  if (stored !== undefined) return stored
  const created = randomBytes(24).toString('hex')
  await writeFile(passwordFile(dataDir), created, { mode: 0o600, flag: 'wx' })
  const owner = ownerOf(identity)
  if (owner !== undefined) await chown(passwordFile(dataDir), owner.uid, owner.gid)
  return created
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.on('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      const port = address !== null && typeof address === 'object' ? address.port : 0
      probe.close(() => resolve(port))
    })
  })
}
