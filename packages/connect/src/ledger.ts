/** The record of written files, by which they can be restored. It has no tokens; these are only in the files. */
import { readFile, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { FILE_CLIENTS, type FileClient } from '@flockwork/contract/clients/setups'
import type { Value } from './document.ts'
import { codeOf, Stop } from './errors.ts'
import { makeFolder, OWNER_ONLY, removeFolders, writeNew } from './files.ts'

export interface Written {
  readonly client: FileClient
  readonly file: string
  /** The URL of the entry. */
  readonly url: string
  readonly table: string
  /** The hash of the written file; a different one means that somebody changed it since. */
  readonly hash: string
  /** The backup of the previous file; null if there was none. */
  readonly backup: string | null
  /** Its previous permission bits; null if there was none. */
  readonly mode: number | null
  /** Whether the table of servers was created, too. */
  readonly madeTable: boolean
  /** The topmost folder that was created for it. */
  readonly madeFolder: string | null
  /** The replaced entry. */
  readonly previous: Value | null
}

/** Small: a few lines for each client. */
const LEDGER_MAX_CHARS = 1_000_000

export async function readLedger(folder: string): Promise<Written[]> {
  const file = fileIn(folder)
  let text: string
  try {
    text = await readFile(file, 'utf8')
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return []
    throw new Stop(`${file} can't be read: ${codeOf(error) ?? 'unknown'}`)
  }
  try {
    const { written } = JSON.parse(text.slice(0, LEDGER_MAX_CHARS)) as { written: Written[] }
    return written.filter(({ client }) => FILE_CLIENTS.includes(client))
  } catch {
    throw new Stop(`${file} isn't what this program wrote. Look at it, then delete it`)
  }
}

export async function writeLedger(folder: string, written: readonly Written[]): Promise<void> {
  const file = fileIn(folder)
  if (written.length === 0) {
    await rm(file, { force: true })
    return removeFolders(folder, folder)
  }
  await makeFolder(folder)
  const draft = `${file}.new`
  await rm(draft, { force: true })
  await writeNew(draft, `${JSON.stringify({ written }, null, 2)}\n`, OWNER_ONLY)
  await rename(draft, file)
}

function fileIn(folder: string): string {
  return path.join(folder, 'connect.json')
}
