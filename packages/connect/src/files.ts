/**
 * Reads and writes a person's files: atomically, never through an unexpected link, never over another program's change.
 */
import { createHash, randomUUID } from 'node:crypto'
import {
  access,
  chmod,
  constants,
  lstat,
  mkdir,
  open,
  readFile,
  realpath,
  rename,
  rm,
  rmdir,
} from 'node:fs/promises'
import path from 'node:path'
import { codeOf, Stop } from './errors.ts'

export interface FileText {
  /** The real path, with links resolved. */
  readonly at: string
  /** Null if there is none yet. */
  readonly text: string | null
  /** Its permission bits; null if there is no file. */
  readonly mode: number | null
}

const TEXT_MAX_BYTES = 64 * 1024 * 1024
const PERMISSIONS = 0o777
const WRITABLE = 0o222
export const OWNER_ONLY = 0o600

/** Reads a writable file. @throws Stop if it isn't writable, and for a link unless `followsLinks`. */
export async function readForWriting(file: string, followsLinks: boolean): Promise<FileText> {
  const at = await resolved(file, followsLinks)
  const found = await statOf(at)
  if (found === undefined) {
    await requireWritableFolder(path.dirname(at))
    return { at, text: null, mode: null }
  }
  if (!found.isFile()) throw new Stop('it is no file')
  if (found.size > TEXT_MAX_BYTES) throw new Stop('it is too large to be a configuration')
  if ((found.mode & WRITABLE) === 0) throw new Stop('it is read-only')
  await access(at, constants.R_OK | constants.W_OK).catch(() => {
    throw new Stop('you may not read and write it')
  })
  await requireWritableFolder(path.dirname(at))
  return { at, text: await readText(at), mode: found.mode & PERMISSIONS }
}

async function readText(at: string): Promise<string> {
  const bytes = await readFile(at)
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    throw new Stop('it is no text in UTF-8')
  }
}

async function resolved(file: string, followsLinks: boolean): Promise<string> {
  const found = await statOf(file)
  if (!found?.isSymbolicLink()) return file
  const target = await realpath(file).catch(() => {
    throw new Stop('it is a link that leads nowhere')
  })
  if (followsLinks) return target
  throw new Stop(
    `it is a link to ${target}, which may be shared or published. --follow-links writes it all the same`,
  )
}

async function statOf(file: string) {
  try {
    return await lstat(file)
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined
    if (codeOf(error) === 'EACCES') throw new Stop('you may not read it')
    throw error
  }
}

async function requireWritableFolder(folder: string): Promise<void> {
  try {
    await access(folder, constants.W_OK | constants.X_OK)
  } catch (error) {
    if (codeOf(error) === 'ENOENT' && folder !== path.dirname(folder)) {
      return requireWritableFolder(path.dirname(folder))
    }
    throw new Stop(`you may not write in its folder, ${folder}`)
  }
}

/** Replaces a file atomically, or creates it. @throws Stop if it has changed since it was read. */
export async function replaceFile(read: FileText, text: string, mode: number): Promise<void> {
  const now = await readFile(read.at, 'utf8').catch(() => null)
  if (now !== read.text) throw new Stop('another program has changed it just now: run this again')
  const draft = path.join(path.dirname(read.at), `.${path.basename(read.at)}.${randomUUID()}`)
  try {
    await writeNew(draft, text, mode)
    await rename(draft, read.at)
  } catch (error) {
    await rm(draft, { force: true })
    throw error
  }
}

/** Creates a file and syncs it to disk. */
export async function writeNew(file: string, text: string, mode: number): Promise<void> {
  const handle = await open(file, 'wx', mode)
  try {
    // the umask may have removed bits
    await handle.chmod(mode)
    await handle.writeFile(text)
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** Creates a folder. Returns its topmost created parent, or itself; null if it existed. */
export async function makeFolder(folder: string): Promise<string | null> {
  return (await mkdir(folder, { recursive: true, mode: 0o700 })) ?? null
}

/** Removes empty folders, from `folder` up to `top`. */
export async function removeFolders(folder: string, top: string): Promise<void> {
  try {
    await rmdir(folder)
  } catch {
    // it isn't empty
    return
  }
  if (folder !== top) await removeFolders(path.dirname(folder), top)
}

/** Restores a file. Returns false if its backup is missing. */
export async function restore(backup: string, file: string, mode: number): Promise<boolean> {
  try {
    await chmod(backup, mode)
    await rename(backup, file)
    return true
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return false
    throw error
  }
}

export function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
