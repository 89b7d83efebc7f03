/** Streams the files of a tar, plain or gzipped; nothing of it is ever written to disk. */
import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { Transform, type Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { Parser, type ReadEntry } from 'tar'
import {
  ARCHIVE_BOUNDS,
  BadArchive,
  countUnpacked,
  isClimbing,
  shownName,
  type ArchiveBounds,
} from './bounds.ts'

export interface TarReading {
  /** Which files to read into memory; the others are skipped. */
  readonly wants: (name: string) => boolean
  /** Called sequentially, in the order of the archive. */
  readonly onFile: (name: string, bytes: Buffer) => Promise<void>
}

/** @throws BadArchive for anything but a tar, bad names, and exceeded bounds; and the errors of `onFile`. */
export async function readTar(
  path: string,
  { wants, onFile }: TarReading,
  bounds: ArchiveBounds = ARCHIVE_BOUNDS,
): Promise<void> {
  const { size, isPacked } = await look(path)
  const addUnpacked = countUnpacked(isPacked ? size : Number.POSITIVE_INFINITY, bounds)
  const counted = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      try {
        addUnpacked(chunk.length)
        done(null, chunk)
      } catch (error) {
        done(asError(error))
      }
    },
  })
  const failed = new AbortController()
  const fail = (error: unknown) => failed.abort(asError(error))
  const parser = new Parser({ strict: true, maxMetaEntrySize: META_BYTES })
  // sequential, however fast the archive is read
  let reading: Promise<void> = Promise.resolve()
  let entries = 0
  const seen = new Set<string>()

  parser.on('entry', (entry: ReadEntry) => {
    entries += 1
    const name = entry.path
    const isFile = entry.type === 'File' || entry.type === 'OldFile'
    if (entries > bounds.entries) fail(new BadArchive('This file has too many files in it.'))
    if (isClimbing(name))
      fail(new BadArchive(`This file has a path in it that leads out of it: ${shownName(name)}`))
    if (failed.signal.aborted || !isFile || !wants(name)) {
      entry.resume()
      return
    }
    if (seen.has(name)) fail(new BadArchive(`This file has ${shownName(name)} in it twice.`))
    seen.add(name)
    if (entry.size > bounds.fileBytes) fail(new BadArchive(`${shownName(name)} in this file is too large.`))
    if (failed.signal.aborted) {
      entry.resume()
      return
    }
    const chunks: Buffer[] = []
    entry.on('data', (chunk: Buffer) => chunks.push(chunk))
    entry.on('end', () => {
      reading = reading.then(async () => {
        if (!failed.signal.aborted) await onFile(name, Buffer.concat(chunks))
      })
      reading.catch(fail)
    })
  })

  try {
    const source = createReadStream(path)
    const stream: Readable = isPacked ? source.pipe(createGunzip()) : source
    source.on('error', (error) => stream.destroy(error))
    await pipeline(
      stream,
      counted,
      feeding(parser, () => reading),
      { signal: failed.signal },
    )
    await reading
  } catch (error) {
    if (failed.signal.aborted) throw failed.signal.reason
    if (error instanceof BadArchive) throw error
    throw isOfArchive(error) ? noTar() : error
  }
  if (entries === 0) throw noTar()
}

const noTar = () =>
  new BadArchive('This file is neither a whole ZIP nor a whole tar: it may be cut off, or something else.')

/** The maximum of metadata such as long names, which are read before anything is known about the file. */
const META_BYTES = 1024 * 1024
const MAGIC_BYTES = 4

/** Writes to the parser chunk by chunk, with backpressure from the processing of its files. */
function feeding(parser: Parser, idle: () => Promise<void>) {
  return async (chunks: AsyncIterable<Buffer>) => {
    let error: Error | undefined
    parser.on('error', (reason: Error) => {
      error = reason
    })
    let isFirst = true
    for await (const chunk of chunks) {
      if (isFirst && isCompressed(chunk)) throw new BadArchive('This file is packed twice.')
      isFirst = false
      parser.write(chunk)
      await idle()
      if (error !== undefined) throw error
    }
    const ended = new Promise<void>((resolve, reject) => {
      parser.on('end', () => resolve())
      parser.on('error', reject)
    })
    parser.end()
    await ended
  }
}

function isCompressed(bytes: Buffer): boolean {
  const magic = bytes.subarray(0, MAGIC_BYTES).toString('hex')
  return magic.startsWith('1f8b') || magic === '28b52ffd'
}

async function look(path: string): Promise<{ size: number; isPacked: boolean }> {
  const file = await open(path)
  try {
    const magic = Buffer.alloc(MAGIC_BYTES)
    await file.read(magic, 0, MAGIC_BYTES, 0)
    return { size: (await file.stat()).size, isPacked: magic.toString('hex').startsWith('1f8b') }
  } finally {
    await file.close()
  }
}

/** System errors have codes such as ENOSPC; those of unpacking begin with Z_ or TAR_. */
function isOfArchive(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return !/^E[A-Z]+$/.test(code)
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error))
}
