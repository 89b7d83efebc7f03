/** Limits of an archive (docs/rules/imports.md#hostile-files). Its own numbers are trusted only to refuse it. */
import { TooDeep, NotUtf8 } from '../../../platform/errors.ts'
import { parseJson } from '../../../platform/json.ts'
import { decodeBody } from '../../../platform/utf8.ts'

export interface ArchiveBounds {
  readonly entries: number
  /** Unpacked bytes of one file that is read. */
  readonly fileBytes: number
  /** Unpacked bytes of all files. */
  readonly totalBytes: number
  /** The maximum compression ratio, once more than `freeBytes` are unpacked. */
  readonly ratio: number
  readonly freeBytes: number
}

const MIB = 1024 * 1024

export const ARCHIVE_BOUNDS: ArchiveBounds = {
  entries: 300_000,
  fileBytes: 128 * MIB,
  totalBytes: 8 * 1024 * MIB,
  // exports are text, which compresses well, but not to a hundredth
  ratio: 100,
  freeBytes: 64 * MIB,
}

/** Why a file can't be imported, worded for the person who chose it. */
export class BadArchive extends Error {
  override name = 'BadArchive'
}

/** Counts unpacked bytes. @throws BadArchive beyond the bounds. */
export function countUnpacked(packedBytes: number, bounds: ArchiveBounds): (bytes: number) => void {
  let total = 0
  return (bytes) => {
    total += bytes
    const isTooMuch = total > bounds.totalBytes
    const isBomb = total > bounds.freeBytes && total > packedBytes * bounds.ratio
    if (isTooMuch || isBomb) throw new BadArchive('This file unpacks to far more than an export has in it.')
  }
}

/** Parses a JSON file of the archive. @throws BadArchive */
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

/** A name from an archive, made safe to show in a sentence. */
export function shownName(name: string): string {
  return name.slice(0, SHOWN_CHARS).replaceAll(/[^\p{L}\p{N}._/ -]/gu, '?')
}

/** Whether a path escapes its folder. */
export function isClimbing(path: string): boolean {
  return /^[/\\]|^[a-z]:/i.test(path) || path.split(/[/\\]/).includes('..')
}
