/** Reads, parses and writes a client's configuration file. */
import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import path from 'node:path'
import {
  fileSetups,
  SERVER_KEY,
  type Endpoint,
  type FileClient,
  type FileSetup,
} from '@flockwork/contract/clients/setups'
import { checked, entryAt, isTable, type Editor, type Place, type Value } from './document.ts'
import {
  hashOf,
  makeFolder,
  OWNER_ONLY,
  readForWriting,
  removeFolders,
  replaceFile,
  writeNew,
  type FileText,
} from './files.ts'
import { jsonEditor } from './json.ts'
import type { Written } from './ledger.ts'
import { pathOf, type Machine } from './machine.ts'
import { tomlEditor } from './toml.ts'

export interface ClientFile {
  readonly client: FileClient
  readonly setup: FileSetup
  readonly read: FileText
  readonly place: Place
  /** The current entry. */
  readonly entry: Value | undefined
  readonly hasTable: boolean
}

const NO_ENDPOINT: Endpoint = { url: '', token: null }

export function setupOf(machine: Machine, client: FileClient, endpoint = NO_ENDPOINT): FileSetup {
  return fileSetups(endpoint, machine.system)[client]
}

export function fileOf(machine: Machine, client: FileClient): string {
  return pathOf(machine, client, setupOf(machine, client).file)
}

export function editorOf({ format }: Pick<FileSetup, 'format'>): Editor {
  return checked(format === 'toml' ? tomlEditor : jsonEditor)
}

/** @throws Stop if the file isn't writable, or doesn't parse. */
export async function readClientFile(
  machine: Machine,
  client: FileClient,
  followsLinks: boolean,
  file = fileOf(machine, client),
): Promise<ClientFile> {
  const setup = setupOf(machine, client)
  const read = await readForWriting(file, followsLinks)
  const place = { table: setup.table, key: SERVER_KEY }
  const value = editorOf(setup).read(read.text ?? '')
  const entry = entryAt(value, place)
  // detects uneditable files before anything is written anywhere
  editorOf(setup).put(read.text ?? '', place, setup.entry)
  return { client, setup, read, place, entry, hasTable: isTable(value) && place.table in value }
}

export interface Draft {
  readonly text: string
  readonly mode: number
  readonly written: Written
  /** Whether this program writes it for the first time: then it is backed up. */
  readonly isFirst: boolean
}

/** @param earlier what this program wrote there before */
export function draftOf(
  machine: Machine,
  { client, read, place, entry, hasTable }: ClientFile,
  endpoint: Endpoint,
  earlier: Written | undefined,
): Draft {
  const setup = setupOf(machine, client, endpoint)
  const text = editorOf(setup).put(read.text ?? '', place, setup.entry)
  const hash = hashOf(text)
  const base = { client, file: read.at, url: endpoint.url, table: place.table }
  // a file with a token must be readable only by its owner
  const mode = setup.hasToken ? OWNER_ONLY : (read.mode ?? OWNER_ONLY)
  if (earlier !== undefined) {
    // if others changed it since, restoring the backup would undo their changes
    const isExact = read.text !== null && hashOf(read.text) === earlier.hash
    return { text, mode, isFirst: false, written: { ...earlier, ...base, hash: isExact ? hash : '' } }
  }
  const backup = read.text === null ? null : `${read.at}.before-flockwork-${randomUUID().slice(0, 8)}`
  const before = { backup, mode: read.mode, madeTable: !hasTable, madeFolder: null, previous: entry ?? null }
  return { text, mode, isFirst: true, written: { ...base, hash, ...before } }
}

/**
 * Creates the folder and the backup, records them, and then replaces the file: a crash leaves nothing that can't be
 * undone. @throws Stop
 */
export async function write(
  { read }: ClientFile,
  { text, mode, written, isFirst }: Draft,
  record: (written: Written) => Promise<void>,
): Promise<void> {
  const folder = path.dirname(read.at)
  const madeFolder = await makeFolder(folder)
  const backup = isFirst ? written.backup : null
  try {
    if (backup !== null) await writeNew(backup, read.text ?? '', OWNER_ONLY)
    await record(isFirst ? { ...written, madeFolder } : written)
    await replaceFile(read, text, mode)
  } catch (error) {
    if (backup !== null) await rm(backup, { force: true })
    if (madeFolder !== null) await removeFolders(folder, madeFolder)
    throw error
  }
}
