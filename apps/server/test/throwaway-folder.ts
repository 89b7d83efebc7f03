import { mkdtemp, readdir, rm, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Linux keeps the files of this folder in memory. */
const MEMORY_FOLDER = '/dev/shm'
/** What the databases of a run need at most, several times over; a container's own default is far less. */
const ENOUGH_BYTES = 1024 ** 3
const PREFIX = 'flockwork-test-'
const LEFT_BY = new RegExp(`^${PREFIX}(\\d+)-`)

/**
 * A new folder for databases that nobody will miss: in memory where there is room, else with the other temporary
 * files. Making and dropping a database, which each API test does, takes a tenth of the time in memory.
 */
export async function throwawayFolder(): Promise<{ path: string; remove: () => Promise<void> }> {
  const parent = (await hasRoomInMemory()) ? MEMORY_FOLDER : tmpdir()
  await removeLeftovers(parent)
  const path = await mkdtemp(join(parent, `${PREFIX}${process.pid}-`))
  return { path, remove: () => remove(path) }
}

async function hasRoomInMemory(): Promise<boolean> {
  if (process.platform !== 'linux') return false
  try {
    const { bavail, bsize } = await statfs(MEMORY_FOLDER)
    return bavail * bsize >= ENOUGH_BYTES
  } catch {
    return false
  }
}

/** A run that was killed could not tidy up, and what it left would stay in memory. */
async function removeLeftovers(parent: string): Promise<void> {
  for (const name of await readdir(parent)) {
    const [, pid] = LEFT_BY.exec(name) ?? []
    if (pid === undefined || isRunning(Number(pid))) continue
    // another user's stays
    await remove(join(parent, name)).catch(() => {})
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    // EPERM: it runs, as somebody else
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

function remove(path: string): Promise<void> {
  return rm(path, { recursive: true, force: true, maxRetries: 10 })
}
