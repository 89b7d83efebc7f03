import { realpath, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { StartupError } from '../startup-error.ts'
import { AlreadyRunning, urlOfServer } from './lock.ts'
import { startDatabase } from './supervisor.ts'

interface Visit {
  readonly url: string
  /** Leaves the database as it was found: running or stopped. */
  leave(): Promise<void>
}

/**
 * The database of DATA_DIR for a short while: that of the server which runs on it, else started for the visit.
 * Makes nothing. Throws StartupError when there is none, or it can't be started.
 */
export async function visitDatabase(options: {
  dataDir: string
  log: (line: string) => void
}): Promise<Visit> {
  const folder = join(await realpath(options.dataDir).catch(() => options.dataDir), 'pg')
  const isThere = await stat(folder).catch(() => undefined)
  if (isThere === undefined) {
    throw new StartupError(
      `There is no database in ${options.dataDir}. Set DATA_DIR or DATABASE_URL as for the server.`,
    )
  }

  const running = await runningOn(folder)
  if (running !== undefined) return running
  try {
    const started = await startDatabase(options)
    return { url: started.url, leave: () => started.stop() }
  } catch (error) {
    // a server has begun in between
    const begun = error instanceof AlreadyRunning ? await runningOn(folder) : undefined
    if (begun === undefined) throw error
    return begun
  }
}

async function runningOn(folder: string): Promise<Visit | undefined> {
  const url = await urlOfServer(folder)
  return url === undefined ? undefined : { url, leave: async () => {} }
}
