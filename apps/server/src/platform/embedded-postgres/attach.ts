import { realpath, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { StartupError } from '../startup-error.ts'
import { AlreadyRunning, urlOfServer } from './lock.ts'
import { startDatabase } from './supervisor.ts'

interface Attachment {
  readonly url: string
  /** Leaves the database as it was found: running or stopped. */
  detach(): Promise<void>
}

/**
 * The database of DATA_DIR, for a command: the running server's, or one started until `detach`. Creates
 * nothing. @throws StartupError when there is none, or it can't be started.
 */
export async function attachDatabase(options: {
  dataDir: string
  log: (line: string) => void
}): Promise<Attachment> {
  const folder = join(await realpath(options.dataDir).catch(() => options.dataDir), 'pg')
  const isThere = await stat(folder).catch(() => undefined)
  if (isThere === undefined) {
    throw new StartupError(
      `There is no database in ${options.dataDir}. Set DATA_DIR or DATABASE_URL as for the server.`,
    )
  }

  const running = await attachToServer(folder)
  if (running !== undefined) return running
  try {
    const started = await startDatabase(options)
    return { url: started.url, detach: () => started.stop() }
  } catch (error) {
    // a server was started meanwhile
    const begun = error instanceof AlreadyRunning ? await attachToServer(folder) : undefined
    if (begun === undefined) throw error
    return begun
  }
}

async function attachToServer(folder: string): Promise<Attachment | undefined> {
  const url = await urlOfServer(folder)
  return url === undefined ? undefined : { url, detach: async () => {} }
}
