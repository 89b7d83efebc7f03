import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, globSync } from 'node:fs'
import { chown, readFile, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import path from 'node:path'

import { throwawayFolder } from '../../apps/server/test/throwaway-folder.ts'
import { canInstallPackages, installPackages } from './apt.ts'

const OLDEST_SUPPORTED = 15
const START_LIMIT_MS = 30_000
const LOG_KEPT_CHARS = 2_000
const SUPERUSER = 'postgres'

export interface TestCluster {
  /** An administrator's connection string. */
  url: string
  stop: () => Promise<void>
}

interface Account {
  uid?: number
  gid?: number
}

/**
 * A PostgreSQL that isn't the embedded one: the one given by `TEST_DATABASE_URL`, else a cluster of our own
 * with the machine's oldest supported binaries, installed where that is allowed.
 *
 * @returns undefined if none is available.
 */
export async function startPostgres15(): Promise<TestCluster | undefined> {
  const given = process.env['TEST_DATABASE_URL']
  if (given) return { url: given, stop: () => Promise.resolve() }

  let binaries = findBinaries()
  if (!binaries && canInstallPackages() && (await installPackages('postgresql'))) binaries = findBinaries()
  if (!binaries) return undefined
  return startCluster(binaries)
}

/** Debian installs each major version into its own folder. */
function findBinaries(): string | undefined {
  return globSync('/usr/lib/postgresql/*/bin')
    .map((folder) => ({ folder, major: Number(path.basename(path.dirname(folder))) }))
    .filter(({ folder, major }) => major >= OLDEST_SUPPORTED && existsSync(path.join(folder, 'initdb')))
    .sort((a, b) => a.major - b.major)[0]?.folder
}

async function startCluster(binaries: string): Promise<TestCluster> {
  const { path: folder, remove } = await throwawayFolder()
  try {
    const account = await unprivileged()
    const password = randomBytes(16).toString('hex')
    const passwordFile = path.join(folder, 'password')
    await writeFile(passwordFile, password, { mode: 0o600 })
    if (account.uid !== undefined && account.gid !== undefined) {
      await Promise.all(
        [folder, passwordFile].map((place) => chown(place, account.uid ?? 0, account.gid ?? 0)),
      )
    }

    const data = path.join(folder, 'data')
    await initialise(path.join(binaries, 'initdb'), data, passwordFile, account)
    const port = await sparePort()
    const server = await startServer(path.join(binaries, 'postgres'), data, folder, port, account)
    const kill = () => server.kill('SIGQUIT')
    process.once('exit', kill)
    return {
      url: `postgres://${SUPERUSER}:${password}@127.0.0.1:${port}/postgres`,
      stop: async () => {
        process.off('exit', kill)
        if (server.exitCode === null) {
          server.kill('SIGINT')
          await once(server, 'exit')
        }
        await remove()
      },
    }
  } catch (error) {
    await remove()
    throw error
  }
}

/** PostgreSQL doesn't run as root: then the postgres user runs it. */
async function unprivileged(): Promise<Account> {
  if (process.getuid?.() !== 0) return {}
  const line = (await readFile('/etc/passwd', 'utf8'))
    .split('\n')
    .find((entry) => entry.startsWith('postgres:'))
  const [, , uid, gid] = line?.split(':') ?? []
  if (!uid || !gid) throw new Error('PostgreSQL does not run as root and there is no user "postgres"')
  return { uid: Number(uid), gid: Number(gid) }
}

async function initialise(
  initdb: string,
  data: string,
  passwordFile: string,
  account: Account,
): Promise<void> {
  const args = ['-D', data, '-U', SUPERUSER, '--pwfile', passwordFile, '--auth', 'scram-sha-256', '--no-sync']
  const child = spawn(initdb, [...args, '--encoding', 'UTF8', '--locale', 'C.UTF-8'], {
    ...account,
    cwd: path.dirname(data),
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let complaint = ''
  child.stderr.on('data', (chunk: Buffer) => (complaint += chunk.toString()))
  const [code] = (await once(child, 'close')) as [number | null]
  if (code !== 0) throw new Error(`initdb failed: ${complaint.trim()}`)
}

/** Resolves when it accepts connections. */
async function startServer(
  postgres: string,
  data: string,
  socketFolder: string,
  port: number,
  account: Account,
): Promise<ChildProcess> {
  const settings = {
    listen_addresses: '127.0.0.1',
    port,
    unix_socket_directories: socketFolder,
    // Not durable, as it is deleted afterwards: power loss is tested on the embedded one.
    fsync: 'off',
    synchronous_commit: 'off',
    full_page_writes: 'off',
    max_wal_size: '128MB',
    wal_level: 'minimal',
    max_wal_senders: 0,
    // for the servers of all workers, a dozen each
    max_connections: 300,
    log_destination: 'stderr',
    logging_collector: 'off',
    lc_messages: 'C',
  }
  const server = spawn(
    postgres,
    ['-D', data, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])],
    { ...account, cwd: path.dirname(data), stdio: ['ignore', 'ignore', 'pipe'] },
  )
  const limit = setTimeout(() => server.kill('SIGQUIT'), START_LIMIT_MS)
  let log = ''
  const ready = new Promise<void>((resolve, reject) => {
    // Read until it exits: a full pipe would block it.
    server.stderr.on('data', (chunk: Buffer) => {
      log = (log + chunk.toString()).slice(-LOG_KEPT_CHARS)
      if (log.includes('ready to accept connections')) resolve()
    })
    server.once('error', reject)
    server.once('exit', () => reject(new Error(`PostgreSQL did not start: ${log.trim()}`)))
  })
  await ready.finally(() => clearTimeout(limit))
  return server
}

async function sparePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  if (address === null || typeof address === 'string') throw new Error('no spare port')
  return address.port
}
