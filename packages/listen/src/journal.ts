/**
 * A write-ahead journal of answers, append-only. Each line is synced before its action, so that a
 * crash at any moment neither repeats nor loses an answer.
 */
import { mkdir, open, readFile, rename, type FileHandle } from 'node:fs/promises'
import path from 'node:path'
import { FatalError, textOf } from './errors.ts'
import {
  compact,
  applyRecord,
  entriesOf,
  readRecords,
  type Entry,
  type JournalRecord,
} from './journal-records.ts'
import { lock } from './lock.ts'

export interface Journal {
  readonly file: string
  /** The state of each delivery, earlier runs included. */
  readonly entries: ReadonlyMap<string, Entry>
  /** Resolves once the record is synced to disk. */
  append(record: JournalRecord): Promise<void>
  close(): Promise<void>
}

/** Longer than a delivery can be repeated: it expires after 7 days. */
const RETENTION_MS = 30 * 24 * 60 * 60 * 1000
const REWRITE_ABOVE_RECORDS = 5000

/** @throws FatalError if it is unusable, or another listener uses it. */
export async function openJournal(file: string): Promise<Journal> {
  await mkdir(path.dirname(file), { recursive: true, mode: 0o700 })
  const fileLock = await lock(file)
  if (fileLock === undefined) {
    throw new FatalError(`Another listener works with ${file}. End it, or give this one a ledger of its own.`)
  }
  try {
    const records = await readWhole(file)
    let entries = entriesOf(records)
    if (records.length > REWRITE_ABOVE_RECORDS) {
      const entriesToKeep = compact(entries, Date.now() - RETENTION_MS)
      await rewrite(file, entriesToKeep)
      entries = entriesOf(entriesToKeep)
    }
    const handle = await open(file, 'a', 0o600)
    await syncFolder(path.dirname(file))
    let last: Promise<void> = Promise.resolve()
    return {
      file,
      entries,
      append(record) {
        applyRecord(entries, record)
        last = last
          .then(() => write(handle, [record]))
          .catch((error: unknown) => {
            throw new FatalError(`The ledger ${file} can't be written: ${textOf(error)}`)
          })
        return last
      },
      async close() {
        await last.catch(() => {})
        await handle.close()
        await fileLock.release()
      },
    }
  } catch (error) {
    await fileLock.release()
    throw error instanceof FatalError
      ? error
      : new FatalError(`The ledger ${file} can't be used: ${textOf(error)}`)
  }
}

async function readWhole(file: string): Promise<JournalRecord[]> {
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

/** Truncates an incomplete line, so that the next record isn't appended to it. */
async function cutOff(file: string, bytes: number): Promise<void> {
  const handle = await open(file, 'r+')
  try {
    await handle.truncate(bytes)
    await handle.datasync()
  } finally {
    await handle.close()
  }
}

async function rewrite(file: string, records: readonly JournalRecord[]): Promise<void> {
  const fresh = `${file}.new`
  const handle = await open(fresh, 'w', 0o600)
  try {
    await write(handle, records)
  } finally {
    await handle.close()
  }
  await rename(fresh, file)
}

async function write(handle: FileHandle, records: readonly JournalRecord[]): Promise<void> {
  await handle.appendFile(records.map((record) => `${JSON.stringify(record)}\n`).join(''))
  await handle.datasync()
}

/** A new or renamed file survives a power cut only once its folder is synced. */
async function syncFolder(folder: string): Promise<void> {
  // Windows can't open folders and doesn't need it
  if (process.platform === 'win32') return
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
