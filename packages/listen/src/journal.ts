/**
 * What was begun and answered, in a file that is only ever added to. Each line is on the disk before what it
 * announces is done, so that a crash at any moment answers nothing twice and forgets nothing.
 */
import { mkdir, open, readFile, rename, type FileHandle } from 'node:fs/promises'
import path from 'node:path'
import { Stop, textOf } from './errors.ts'
import { compact, enter, entriesOf, readRecords, type Entry, type LedgerRecord } from './journal-records.ts'
import { lock } from './lock.ts'

export interface Ledger {
  readonly file: string
  /** What is known of each delivery, from earlier lives too. */
  readonly entries: ReadonlyMap<string, Entry>
  /** Resolves once the record is on the disk. */
  note(record: LedgerRecord): Promise<void>
  close(): Promise<void>
}

/** A delivery expires after 7 days: what was done is known for longer than it can come again. */
const KEPT_MS = 30 * 24 * 60 * 60 * 1000
const REWRITE_ABOVE_RECORDS = 5000

/** @throws Stop when it can't be used, or another listener uses it. */
export async function openLedger(file: string): Promise<Ledger> {
  await mkdir(path.dirname(file), { recursive: true, mode: 0o700 })
  const held = await lock(file)
  if (held === undefined) {
    throw new Stop(`Another listener works with ${file}. End it, or give this one a ledger of its own.`)
  }
  try {
    const records = await readWhole(file)
    let entries = entriesOf(records)
    if (records.length > REWRITE_ABOVE_RECORDS) {
      const kept = compact(entries, Date.now() - KEPT_MS)
      await rewrite(file, kept)
      entries = entriesOf(kept)
    }
    const handle = await open(file, 'a', 0o600)
    await syncFolder(path.dirname(file))
    let last: Promise<void> = Promise.resolve()
    return {
      file,
      entries,
      note(record) {
        enter(entries, record)
        last = last
          .then(() => write(handle, [record]))
          .catch((error: unknown) => {
            throw new Stop(`The ledger ${file} can't be written: ${textOf(error)}`)
          })
        return last
      },
      async close() {
        await last.catch(() => {})
        await handle.close()
        await held.release()
      },
    }
  } catch (error) {
    await held.release()
    throw error instanceof Stop ? error : new Stop(`The ledger ${file} can't be used: ${textOf(error)}`)
  }
}

async function readWhole(file: string): Promise<LedgerRecord[]> {
  let text: string
  try {
    text = await readFile(file, 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return []
    throw error
  }
  const { records, wholeBytes } = readRecords(text)
  if (wholeBytes < Buffer.byteLength(text)) await cutOff(file, wholeBytes)
  return records
}

/** Half a line says nothing, and the next one must not be joined to it. */
async function cutOff(file: string, bytes: number): Promise<void> {
  const handle = await open(file, 'r+')
  try {
    await handle.truncate(bytes)
    await handle.datasync()
  } finally {
    await handle.close()
  }
}

async function rewrite(file: string, records: readonly LedgerRecord[]): Promise<void> {
  const fresh = `${file}.new`
  const handle = await open(fresh, 'w', 0o600)
  try {
    await write(handle, records)
  } finally {
    await handle.close()
  }
  await rename(fresh, file)
}

async function write(handle: FileHandle, records: readonly LedgerRecord[]): Promise<void> {
  await handle.appendFile(records.map((record) => `${JSON.stringify(record)}\n`).join(''))
  await handle.datasync()
}

/** A file that is new or was renamed is there after a power cut only when its folder says so. */
async function syncFolder(folder: string): Promise<void> {
  // Windows opens no folders, and needs none of this
  if (process.platform === 'win32') return
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
