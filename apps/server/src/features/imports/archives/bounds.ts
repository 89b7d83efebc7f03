/** What an archive may be at most (docs/rules/imports.md#hostile-files). Its own numbers are believed only to refuse it. */
import { TooDeep, NotUtf8 } from '../../../platform/errors.ts'
import { parseJson } from '../../../platform/json.ts'
import { decodeBody } from '../../../platform/utf8.ts'

export interface ArchiveBounds {
  readonly entries: number
  /** Of one file that is read, unpacked. */
  readonly fileBytes: number
  /** Of all that is in it, unpacked. */
  readonly totalBytes: number
  /** Unpacked bytes to packed ones, once there are more than `freeBytes`. */
  readonly ratio: number
  readonly freeBytes: number
}

const MIB = 1024 * 1024

export const ARCHIVE_BOUNDS: ArchiveBounds = {
  entries: 300_000,
  fileBytes: 128 * MIB,
  totalBytes: 8 * 1024 * MIB,
  // exports are texts, of which little remains, but not a hundredth
  ratio: 100,
  freeBytes: 64 * MIB,
}

/** Why a file can't be imported, in words for whoever chose it. */
export class BadArchive extends Error {
  override name = 'BadArchive'
}

/** Adds up what is unpacked. @throws BadArchive beyond the bounds. */
export function countUnpacked(packedBytes: number, bounds: ArchiveBounds): (bytes: number) => void {
  let total = 0
  return (bytes) => {
    total += bytes
    const isTooMuch = total > bounds.totalBytes
    const isBomb = total > bounds.freeBytes && total > packedBytes * bounds.ratio
    if (isTooMuch || isBomb) throw new BadArchive('This file unpacks to far more than an export has in it.')
  }
}

/** The JSON that a file of the archive is. @throws BadArchive */
export function jsonOf(name: string, bytes: Buffer): unknown {
  const shown = shownName(name)
  try {
    return parseJson(decodeBody(bytes).replace(/^\uFEFF/, ''))
  } catch (error) {
    if (error instanceof NotUtf8) throw new BadArchive(`${shown} in this file isn’t text in UTF-8.`)
    if (error instanceof TooDeep) throw new BadArchive(`${shown} in this file is nested too deeply.`)
    if (error instanceof SyntaxError)
      throw new BadArchive(`${shown} in this file isn’t JSON, or was cut off.`)
    throw error
  }
}

const SHOWN_CHARS = 80

/** A name from an archive as a part of a sentence. */
export function shownName(name: string): string {
  return name.slice(0, SHOWN_CHARS).replaceAll(/[^\p{L}\p{N}._/ -]/gu, '?')
}

/** Whether a path leads out of the folder it is in. */
export function isClimbing(path: string): boolean {
  return /^[/\\]|^[a-z]:/i.test(path) || path.split(/[/\\]/).includes('..')
}
