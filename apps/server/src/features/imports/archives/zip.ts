/** Reads the files of a ZIP by name, into memory; nothing of it is ever written to disk. */
import type { Readable } from 'node:stream'
import { open, type Entry, type ZipFile } from 'yauzl'
import {
  ARCHIVE_BOUNDS,
  BadArchive,
  countUnpacked,
  isClimbing,
  shownName,
  type ArchiveBounds,
} from './bounds.ts'

export interface ZipArchive {
  /** The names of its files, without folders, and their declared sizes. */
  readonly files: ReadonlyMap<string, number>
  /** @throws BadArchive for a file that doesn't match its headers, or is too large. */
  read(name: string): Promise<Buffer>
  close(): void
}

/** @throws BadArchive for anything but a ZIP, bad names, and exceeded bounds. */
export async function openZip(path: string, bounds: ArchiveBounds = ARCHIVE_BOUNDS): Promise<ZipArchive> {
  const zip = await openFile(path)
  try {
    const entries = await listEntries(zip, bounds)
    return {
      files: new Map([...entries].map(([name, { uncompressedSize }]) => [name, uncompressedSize])),
      read: (name) => {
        const entry = entries.get(name)
        if (entry === undefined) throw new Error(`There is no ${name}`)
        return readEntry(zip, entry, bounds)
      },
      close: () => zip.close(),
    }
  } catch (error) {
    zip.close()
    throw error
  }
}

function openFile(path: string): Promise<ZipFile> {
  return new Promise((resolve, reject) => {
    open(path, { lazyEntries: true, autoClose: false, strictFileNames: true }, (error, zip) => {
      if (error === null) resolve(zip)
      else reject(isOfZip(error) ? new BadArchive('This file isn’t a whole ZIP: it may be cut off.') : error)
    })
  })
}

/** System errors have a code. */
function isOfZip(error: Error): boolean {
  return !('code' in error)
}

function listEntries(zip: ZipFile, bounds: ArchiveBounds): Promise<Map<string, Entry>> {
  const entries = new Map<string, Entry>()
  const addUnpacked = countUnpacked(zip.fileSize, bounds)
  let count = 0
  return new Promise((resolve, reject) => {
    const add = (entry: Entry) => {
      count += 1
      if (count > bounds.entries) throw new BadArchive('This file has too many files in it.')
      const name = entry.fileName
      if (isClimbing(name))
        throw new BadArchive(`This file has a path in it that leads out of it: ${shownName(name)}`)
      addUnpacked(entry.uncompressedSize)
      if (name.endsWith('/')) return
      if (entries.has(name)) throw new BadArchive(`This file has ${shownName(name)} in it twice.`)
      entries.set(name, entry)
    }
    zip.on('entry', (entry: Entry) => {
      try {
        add(entry)
        zip.readEntry()
      } catch (error) {
        reject(asError(error))
      }
    })
    zip.once('end', () => resolve(entries))
    zip.once('error', (error: Error) => {
      if (!isOfZip(error)) reject(error)
      else if (/relative path|absolute path|invalid characters/.test(error.message)) {
        reject(new BadArchive('This file has a path in it that leads out of it.'))
      } else reject(new BadArchive('This file isn’t a whole ZIP: it may be cut off.'))
    })
    zip.readEntry()
  })
}

async function readEntry(zip: ZipFile, entry: Entry, { fileBytes }: ArchiveBounds): Promise<Buffer> {
  const shown = shownName(entry.fileName)
  if (entry.isEncrypted()) throw new BadArchive('This file is encrypted.')
  if (entry.uncompressedSize > fileBytes) throw new BadArchive(`${shown} in this file is too large.`)
  try {
    const stream = await openStream(zip, entry)
    const chunks: Buffer[] = []
    let size = 0
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      size += chunk.length
      if (size > fileBytes) throw new BadArchive(`${shown} in this file is too large.`)
      chunks.push(chunk)
    }
    return Buffer.concat(chunks, size)
  } catch (error) {
    if (error instanceof BadArchive || isSystemError(error)) throw error
    throw new BadArchive(`${shown} in this file can’t be unpacked.`)
  }
}

function isSystemError(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return /^E[A-Z]+$/.test(code)
}

function openStream(zip: ZipFile, entry: Entry): Promise<Readable> {
  return new Promise((resolve, reject) => {
    zip.openReadStream(entry, (error, stream) => {
      if (error === null) resolve(stream)
      else reject(error)
    })
  })
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error))
}
