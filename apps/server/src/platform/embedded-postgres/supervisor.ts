import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { StartupError } from '../startup-error.ts'
import { findPackage, majorVersion, prepareBinaries } from './binaries.ts'
import type { Binaries } from './binaries.ts'
import { interrupt, processFingerprint, programName, run } from './child-process.ts'
import { hasDatabase, initialise, prepareDataDir } from './data-folder.ts'
import {
  closeEndpoint,
  databaseUrl,
  listenSettings,
  openEndpoint,
  reopenEndpoint,
  superuserUrl,
} from './endpoint.ts'
import type { Endpoint, EndpointKind } from './endpoint.ts'
import { chooseIdentity, commandAs, takeOwnership } from './identity.ts'
import type { Identity } from './identity.ts'
import { AlreadyRunning, findHolder, ownerSetting } from './lock.ts'
import type { Owner } from './lock.ts'
import { launch } from './postmaster.ts'
import type { Postmaster } from './postmaster.ts'
import { prepareDatabase } from './roles.ts'
import { wrapCommand } from './wrapper.ts'

/** The embedded database, running. */
export interface Database {
  /** A connection string for `pg`; it stays the same over a restart of PostgreSQL. */
  readonly url: string
  /** Connects as the superuser to an empty database; for tests and benchmarks, which create databases. */
  readonly superuserUrl: string
  /** PostgreSQL's process id; another one after a restart. */
  readonly pid: number
  /** Stops PostgreSQL and waits until it has ended. May be called more than once. */
  stop(): Promise<void>
}

interface Options {
  /** The folder for all data, created if missing. PostgreSQL's is `pg` within it. */
  dataDir: string
  /** Receives PostgreSQL's log lines and the supervisor's; none has personal data. */
  log: (line: string) => void
  /** Where the programs are; unset: the installed package for this machine. */
  packageFolder?: string
  /** How to connect; unset: a socket, on Windows loopback. */
  endpointKind?: EndpointKind
  /** `name=value`, which override the profile; only for throw-away databases of tests. */
  settings?: readonly string[]
}

/** Everything for one start of PostgreSQL. */
interface Launchable {
  binaries: Binaries
  identity: Identity
  endpoint: Endpoint
  folder: string
  own: Owner
  settings: readonly string[]
  log: (line: string) => void
}

const RETRY_MS = 200
/** How long to wait for a lock: a PostgreSQL that died can stay a zombie for 2 s. */
const LOCK_WAIT_MS = 10_000
/** How long another PostgreSQL of ours may take to start, recover or stop. */
const BUSY_WAIT_MS = 60_000
const RESTART_PAUSE_MS = 1_000

/** The small profile. `fsync` and `synchronous_commit` stay on: what was acknowledged survives a power cut. */
const PROFILE = [
  'shared_buffers=64MB',
  // A server opens up to 30, an operator's command another dozen.
  'max_connections=60',
  // In containers /dev/shm is often too small for parallel queries.
  'dynamic_shared_memory_type=mmap',
  'timezone=UTC',
  'log_timezone=UTC',
  'lc_messages=C',
  'max_logical_replication_workers=0',
  'logging_collector=off',
  'log_line_prefix=',
  'log_checkpoints=off',
  // The server reports refused statements itself; their values (addresses, texts) must not be logged.
  'log_min_messages=log',
  'log_min_error_statement=panic',
]

/**
 * Starts the embedded PostgreSQL on DATA_DIR, and creates the database and its role at the first start. It ends with this process,
 * however that ends, and is restarted when it crashes. An orphan of an earlier server is stopped first.
 * @throws AlreadyRunning when another server uses the folder, StartupError for anything else that an operator can fix.
 */
export async function startDatabase(options: Options): Promise<Database> {
  const launchable = await prepare(options)
  const { endpoint, log } = launchable
  let current = await acquire(launchable)
  await prepareDatabase(endpoint).catch(async (error: unknown) => {
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
        // Whichever of the two still runs must end, too, before the lock is free.
        await current.stop()
        current = await acquire(launchable)
      } catch (error) {
        log(
          `PostgreSQL could not be started again: ${error instanceof Error ? error.message : String(error)}`,
        )
        await delay(RESTART_PAUSE_MS, undefined, { signal: stopping.signal }).catch(() => undefined)
      }
    }
  }
  const supervision = keepRunning()

  async function shutDown(): Promise<void> {
    stopping.abort()
    await current.stop()
    await supervision
    // A restart that was under way may have started another one.
    await current.stop()
    await closeEndpoint(endpoint)
  }
  let stopped: Promise<void> | undefined

  return {
    url: databaseUrl(endpoint),
    superuserUrl: superuserUrl(endpoint, 'postgres'),
    get pid() {
      return current.pid
    },
    stop() {
      stopped ??= shutDown()
      return stopped
    },
  }
}

async function prepare(options: Options): Promise<Launchable> {
  const { log } = options
  const binaries = await prepareBinaries(options.packageFolder ?? findPackage())
  const major = await majorVersion(binaries)
  const dataDir = await prepareDataDir(options.dataDir)
  const folder = join(dataDir, 'pg')
  const fingerprint = (await processFingerprint(process.pid)) ?? ''
  const own = { pid: process.pid, fingerprint, token: randomUUID() }

  const isInitialised = await hasDatabase(folder, major)
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

/** Waits for the folder's lock, stopping an orphan that holds it, and starts PostgreSQL on the folder. */
async function acquire(launchable: Launchable): Promise<Postmaster> {
  const { folder, own, log } = launchable
  const began = performance.now()
  let reason = 'PostgreSQL is starting, stopping or not answering.'
  let waitMs = LOCK_WAIT_MS

  for (;;) {
    const holder = await findHolder(folder, own)
    if (holder.kind === 'server') throw new AlreadyRunning(holder.pid)
    if (holder.kind !== 'none') waitMs = BUSY_WAIT_MS

    if (holder.kind === 'orphan') {
      log(`stopping PostgreSQL, process ${holder.postmaster}, whose server is gone`)
      await stopOrphan(launchable, holder.postmaster)
    }
    if (holder.kind === 'none') {
      await takeOwnership(folder, launchable.identity)
      await reopenEndpoint(launchable.endpoint, launchable.identity)
      const settings = [
        ...PROFILE,
        ...launchable.settings,
        ...listenSettings(launchable.endpoint),
        ownerSetting(own),
      ]
      const command = wrapCommand(launchable.binaries, launchable.identity, folder, settings)
      const started = await launch({
        command,
        folder,
        log,
        nonPostgresPid: holder.staleHolder ?? process.pid,
      })
      if (started.kind === 'ready') return started.postmaster
      reason = started.reason
      if (started.kind === 'failed')
        throw new StartupError(`PostgreSQL could not start on ${folder}: ${reason}`)
    }

    if (performance.now() - began > waitMs) throw stillLocked(folder, reason)
    await delay(RETRY_MS)
  }
}

async function stopOrphan(launchable: Launchable, postmaster: number): Promise<void> {
  if (process.platform === 'win32') {
    const args = ['stop', '-D', launchable.folder, '-m', 'fast']
    await run(commandAs(launchable.identity, launchable.binaries.pgCtl, args))
    return
  }
  // PostgreSQL's user may write the file that the number comes from, and root may send the signal.
  const program = await programName(postmaster)
  if (program === undefined || program.startsWith('postgres')) interrupt(postmaster)
}

function stillLocked(folder: string, reason: string): StartupError {
  return new StartupError(
    `${folder} stays locked: ${reason} End the process that it names. If that is no PostgreSQL, a crash left the ` +
      'lock behind: make sure that no PostgreSQL uses this folder, then remove the lock file yourself.',
  )
}
