/**
 * The files of downloaded records (docs/rules/records.md#export): each is written once, read by everyone who requests
 * it while it grows, and deleted after a day.
 */
import { mkdir, open, readdir, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { RECORD_KEPT_MS } from '@flockwork/contract/limits'
import { Busy } from '../../../platform/errors.ts'
import { orderedId } from '../../../platform/ids.ts'
import { writeAll } from '../../../platform/write-all.ts'
import { produceRecord, type RecordDeps } from './produce.ts'

export interface RecordFile {
  /** Identifies exactly these bytes. */
  readonly id: string
  readonly spaceId: string
  /** How much of it has been written. */
  readonly size: number
  readonly isWhole: boolean
  /** Resolves when more of it has been written, or all. @throws the error of writing it */
  grown(): Promise<void>
  /** Streams these bytes, waiting for those not yet written. */
  read(from: number, end: number): AsyncIterable<Uint8Array>
}

export interface RecordFiles {
  /** The space's record that is being written, or a new one. @throws Busy, NotFound */
  begin(
    space: { readonly spaceId: string; readonly by: string },
    onNew: () => Promise<void>,
  ): Promise<RecordFile>
  /** A record started within a day; by default the space's newest. */
  find(spaceId: string, id?: string): RecordFile | undefined
  /** Deletes files older than a day. */
  prune(): Promise<void>
  stop(): Promise<void>
}

interface Deps extends RecordDeps {
  readonly dataDir: string
  readonly onError: (error: unknown) => void
}

const FOLDER = 'records'
const ENDING = '.jsonl'
const READ_BYTES = 256 * 1024
/** Each one uses the database and the CPU, in proportion to the size of its space. */
const WRITTEN_AT_ONCE = 2
const KEPT_OF_A_SPACE = 2
const PRUNE_EVERY_MS = 60 * 60 * 1000

interface Entry extends RecordFile {
  size: number
  isWhole: boolean
  readonly file: string
  readonly begunAt: number
  readonly written: Promise<void>
}

export function createRecordFiles(deps: Deps): RecordFiles {
  const { clock, onError } = deps
  const folder = path.join(deps.dataDir, FOLDER)
  const entries = new Set<Entry>()
  let isStopped = false

  const remove = async (entry: Entry) => {
    entries.delete(entry)
    await rm(entry.file, { force: true })
  }
  const prune = async () => {
    const before = clock.now() - RECORD_KEPT_MS
    for (const entry of entries) if (entry.begunAt < before && entry.isWhole) await remove(entry)
    await removeOld(folder, before, new Set([...entries].map(({ file }) => file)))
  }
  const timer = setInterval(() => void prune().catch(onError), PRUNE_EVERY_MS)
  timer.unref()
  void prune().catch(onError)

  const ofSpace = (spaceId: string) => [...entries].filter((entry) => entry.spaceId === spaceId)

  return {
    async begin({ spaceId, by }, onNew) {
      const open = ofSpace(spaceId).find(({ isWhole }) => !isWhole)
      if (open !== undefined) return open
      if ([...entries].filter(({ isWhole }) => !isWhole).length >= WRITTEN_AT_ONCE) {
        throw new Busy('Other records are being written; try again in a moment')
      }
      await onNew()
      for (const old of ofSpace(spaceId).slice(0, 1 - KEPT_OF_A_SPACE)) await remove(old)
      const again = ofSpace(spaceId).find(({ isWhole }) => !isWhole)
      if (again !== undefined) return again
      const entry = startWriting(deps, folder, { spaceId, by }, () => isStopped)
      entries.add(entry)
      entry.written.catch((error: unknown) => {
        onError(error)
        void remove(entry).catch(onError)
      })
      return entry
    },
    find(spaceId, id) {
      const found = ofSpace(spaceId)
      return id === undefined ? found.at(-1) : found.find((entry) => entry.id === id)
    },
    prune,
    async stop() {
      isStopped = true
      clearInterval(timer)
      await Promise.allSettled([...entries].map(({ written }) => written))
    },
  }
}

/** Includes files of an earlier run of the server. */
async function removeOld(folder: string, before: number, known: ReadonlySet<string>): Promise<void> {
  const names = await readdir(folder).catch(() => [])
  for (const name of names.filter((one) => one.endsWith(ENDING))) {
    const file = path.join(folder, name)
    const found = await stat(file).catch(() => undefined)
    if (found !== undefined && found.mtimeMs < before && !known.has(file)) await rm(file, { force: true })
  }
}

function startWriting(
  deps: Deps,
  folder: string,
  { spaceId, by }: { readonly spaceId: string; readonly by: string },
  isStopped: () => boolean,
): Entry {
  const id = orderedId(deps.clock.now())
  const file = path.join(folder, id + ENDING)
  let next = Promise.withResolvers<void>()
  // there may be no waiter when it fails
  const quiet = () => next.promise.catch(() => {})
  void quiet()

  const announce = () => {
    const { resolve } = next
    next = Promise.withResolvers()
    void quiet()
    resolve()
  }

  const write = async () => {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    const handle = await open(file, 'wx', 0o600)
    try {
      await produceRecord(deps, { spaceId, by }, async (lines) => {
        if (isStopped()) throw new Busy('The server is stopping')
        const bytes = Buffer.from(lines)
        await writeAll(handle, bytes, entry.size)
        entry.size += bytes.length
        announce()
      })
    } finally {
      await handle.close()
    }
    entry.isWhole = true
    announce()
  }

  const entry: Entry = {
    id,
    spaceId,
    file,
    begunAt: deps.clock.now(),
    size: 0,
    isWhole: false,
    written: Promise.resolve(),
    grown: () => (entry.isWhole ? Promise.resolve() : next.promise),
    read: (from, end) => readFile(entry, from, end),
  }
  const written = write()
  written.catch((error: unknown) => next.reject(error))
  return Object.assign(entry, { written })
}

async function* readFile(entry: Entry, from: number, end: number): AsyncGenerator<Uint8Array> {
  // the file is created shortly after its entry
  while (entry.size === 0) await entry.grown()
  const handle = await open(entry.file, 'r')
  try {
    for (let at = from; at < end;) {
      if (at >= entry.size) {
        if (entry.isWhole) return
        await entry.grown()
        continue
      }
      const wanted = Math.min(READ_BYTES, end - at, entry.size - at)
      const { bytesRead, buffer } = await handle.read(Buffer.allocUnsafe(wanted), 0, wanted, at)
      if (bytesRead === 0) throw new Error(`The file of record ${entry.id} is shorter than what was written`)
      yield buffer.subarray(0, bytesRead)
      at += bytesRead
    }
  } finally {
    await handle.close()
  }
}
