import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { StartupError } from '../startup-error.ts'
import { findPackage, majorVersion, prepareBinaries } from './binaries.ts'
import type { Binaries } from './binaries.ts'
import { interrupt, processMark, programName, run } from './child-process.ts'
import { holdsDatabase, initialise, prepareDataDir } from './data-folder.ts'
import { ensureDatabase } from './database.ts'
import { closeEndpoint, databaseUrl, listenSettings, openEndpoint, reopenEndpoint } from './endpoint.ts'
import type { Endpoint, EndpointKind } from './endpoint.ts'
import { chooseIdentity, commandAs, handOver } from './identity.ts'
import type { Identity } from './identity.ts'
import { AlreadyRunning, findHolder, ownerSetting } from './lock.ts'
import type { Owner } from './lock.ts'
import { launch } from './postmaster.ts'
import type { Postmaster } from './postmaster.ts'
import { wrapped } from './wrapper.ts'

/** The embedded database, running. */
export interface Database {
  /** A connection string that `pg` accepts; it stays the same when PostgreSQL has to be started again. */
  readonly url: string
  /** The process number of PostgreSQL; another one after it had to be started again. */
  readonly pid: number
  /** Stops PostgreSQL and waits until it is gone. May be called more than once. */
  stop(): Promise<void>
}

interface Options {
  /** The folder for everything that is kept; made if need be. PostgreSQL's own is `pg` within it. */
  dataDir: string
  /** Receives PostgreSQL's lines and the supervisor's own; none holds a person's data. */
  log: (line: string) => void
  /** Where the programs are; unset: the installed package for this machine. */
  packageFolder?: string
  /** How to connect; unset: a socket, on Windows loopback. */
  endpointKind?: EndpointKind
  /** `name=value`, over those of the profile; only for databases that tests throw away. */
  settings?: readonly string[]
}

/** Everything that one start of PostgreSQL needs. */
interface Setting {
  binaries: Binaries
  identity: Identity
  endpoint: Endpoint
  folder: string
  own: Owner
  settings: readonly string[]
  log: (line: string) => void
}

const RETRY_MS = 200
/** How long a lock is waited for: a PostgreSQL that died can stay a zombie for 2 s. */
const LOCK_WAIT_MS = 10_000
/** How long another PostgreSQL of ours may take to start, recover or stop. */
const BUSY_WAIT_MS = 60_000
const RESTART_PAUSE_MS = 1_000

/** The small profile. `fsync` and `synchronous_commit` stay on: what was acknowledged survives a power cut. */
const PROFILE = [
  'shared_buffers=64MB',
  'max_connections=40',
  // Containers often give /dev/shm too little room for parallel queries.
  'dynamic_shared_memory_type=mmap',
  'timezone=UTC',
  'log_timezone=UTC',
  'lc_messages=C',
  'max_logical_replication_workers=0',
  'logging_collector=off',
  'log_line_prefix=',
  'log_checkpoints=off',
  // Refused statements are the server's to report; their values (addresses, texts) belong in no log.
  'log_min_messages=log',
  'log_min_error_statement=panic',
]

/**
 * Starts the embedded PostgreSQL on DATA_DIR, making the database at the first start.
 *
 * It ends with this process, however that ends, and is started again when it ends by itself. An orphan that an
 * earlier server left on the folder is stopped first. Throws AlreadyRunning when another server uses the folder,
 * and StartupError for everything else that an operator can act on.
 */
export async function startDatabase(options: Options): Promise<Database> {
  const setting = await prepare(options)
  const { endpoint, log } = setting
  let current = await acquire(setting)
  await ensureDatabase(endpoint).catch(async (error: unknown) => {
    await current.stop()
    throw error
  })

  const stopping = new AbortController()
  const isStopping = () => stopping.signal.aborted

  async function keepRunning(): Promise<void> {
    while (!isStopping()) {
      await current.ended
      if (isStopping()) return
      log('PostgreSQL or its wrapper ended unexpectedly; starting it again')
      try {
        // Whichever of the two is left goes as well; only then the lock is free.
        await current.stop()
        current = await acquire(setting)
      } catch (error) {
        log(
          `PostgreSQL could not be started again: ${error instanceof Error ? error.message : String(error)}`,
        )
        await delay(RESTART_PAUSE_MS, undefined, { signal: stopping.signal }).catch(() => undefined)
      }
    }
  }
  const keeper = keepRunning()

  async function shutDown(): Promise<void> {
    stopping.abort()
    await current.stop()
    await keeper
    // A restart that was under way may have brought up another one.
    await current.stop()
    await closeEndpoint(endpoint)
  }
  let stopped: Promise<void> | undefined

  return {
    url: databaseUrl(endpoint),
    get pid() {
      return current.pid
    },
    stop() {
      stopped ??= shutDown()
      return stopped
    },
  }
}

async function prepare(options: Options): Promise<Setting> {
  const { log } = options
  const binaries = await prepareBinaries(options.packageFolder ?? findPackage())
  const major = await majorVersion(binaries)
  const dataDir = await prepareDataDir(options.dataDir)
  const folder = join(dataDir, 'pg')
  const mark = (await processMark(process.pid)) ?? ''
  const own = { pid: process.pid, mark, token: randomUUID() }

  const isInitialised = await holdsDatabase(folder, major)
  const holder = await findHolder(folder, own)
  if (holder.kind === 'server') throw new AlreadyRunning(holder.pid)

  const identity = await chooseIdentity({ binaries, dataDir, folder })
  if (identity.kind === 'user') log(`running as root: PostgreSQL runs as user ${identity.account.name}`)
  if (identity.kind === 'namespace') log('running as root: PostgreSQL runs in a user namespace')

  const kind = options.endpointKind ?? (process.platform === 'win32' ? 'loopback' : 'socket')
  const endpoint = await openEndpoint(kind, dataDir, identity)
  if (!isInitialised) await initialise({ binaries, identity, endpoint, folder })
  return { binaries, identity, endpoint, folder, own, settings: options.settings ?? [], log }
}

/** Takes the folder over from whoever holds it, as far as that is right, and starts PostgreSQL on it. */
async function acquire(setting: Setting): Promise<Postmaster> {
  const { folder, own, log } = setting
  const began = performance.now()
  let reason = 'PostgreSQL is starting, stopping or not answering.'
  let waitMs = LOCK_WAIT_MS

  for (;;) {
    const holder = await findHolder(folder, own)
    if (holder.kind === 'server') throw new AlreadyRunning(holder.pid)
    if (holder.kind !== 'none') waitMs = BUSY_WAIT_MS

    if (holder.kind === 'orphan') {
      log(`stopping PostgreSQL, process ${holder.postmaster}, whose server is gone`)
      await stopOrphan(setting, holder.postmaster)
    }
    if (holder.kind === 'none') {
      await handOver(folder, setting.identity)
      await reopenEndpoint(setting.endpoint, setting.identity)
      const settings = [
        ...PROFILE,
        ...setting.settings,
        ...listenSettings(setting.endpoint),
        ownerSetting(own),
      ]
      const command = wrapped(setting.binaries, setting.identity, folder, settings)
      const started = await launch({ command, folder, log, notAPostgres: holder.staleHolder ?? process.pid })
      if (started.kind === 'ready') return started.postmaster
      reason = started.reason
      if (started.kind === 'failed')
        throw new StartupError(`PostgreSQL could not start on ${folder}: ${reason}`)
    }

    if (performance.now() - began > waitMs) throw stillLocked(folder, reason)
    await delay(RETRY_MS)
  }
}

async function stopOrphan(setting: Setting, postmaster: number): Promise<void> {
  if (process.platform === 'win32') {
    const args = ['stop', '-D', setting.folder, '-m', 'fast']
    await run(commandAs(setting.identity, setting.binaries.pgCtl, args))
    return
  }
  // The number comes from a file that PostgreSQL's user may write, and the signal perhaps from root.
  const program = await programName(postmaster)
  if (program === undefined || program.startsWith('postgres')) interrupt(postmaster)
}

function stillLocked(folder: string, reason: string): StartupError {
  return new StartupError(
    `${folder} stays locked: ${reason} End the process that it names. If that is no PostgreSQL, a crash left the ` +
      'lock behind: make sure that no PostgreSQL uses this folder, then remove the lock file yourself.',
  )
}
