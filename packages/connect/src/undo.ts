/** `--undo`: removes exactly what was written, and revokes its tokens. */
import { rm } from 'node:fs/promises'
import path from 'node:path'
import { SERVER_KEY } from '@flockwork/contract/clients/setups'
import { editorOf, setupOf } from './client-file.ts'
import { entryAt, isTable, type Value } from './document.ts'
import { addressIn, describe, tokenIn } from './entries.ts'
import { hashOf, readForWriting, removeFolders, replaceFile, restore, type FileText } from './files.ts'
import { revokeToken } from './instance.ts'
import type { Written } from './ledger.ts'
import type { Machine } from './machine.ts'

/** @returns what was done, for the person. @throws Stop if the file can't be changed; then nothing was done. */
export async function undo(machine: Machine, written: Written): Promise<string> {
  // following links was decided when it was written
  const read = await readForWriting(written.file, true)
  if (read.text === null) {
    await cleanUp(written)
    return 'was gone already'
  }
  const editor = editorOf(setupOf(machine, written.client))
  const value = editor.read(read.text)
  const entry = entryAt(value, { table: written.table, key: SERVER_KEY })
  const done = await putBack(machine, written, read, { value, entry })
  const token = tokenIn(entry)
  const isOurs = addressIn(entry, new URL(written.url).origin) !== undefined
  const isEnded = token === undefined || !isOurs || (await revokeToken(written.url, token))
  return isEnded ? done : `${done}; its token could not be revoked: do so on the agent's dashboard`
}

async function putBack(
  machine: Machine,
  written: Written,
  read: FileText,
  { value, entry }: { readonly value: Value; readonly entry: Value | undefined },
): Promise<string> {
  const { backup, mode, madeTable, previous } = written
  const text = read.text ?? ''
  if (hashOf(text) === written.hash) {
    if (backup === null) await rm(read.at)
    // without a backup only the entry is removed
    if (backup === null || (await restore(backup, read.at, mode ?? 0))) {
      await cleanUp(written)
      return backup === null ? 'deleted, as it was not there before' : 'is as it was before'
    }
  }
  if (entry === undefined) {
    await cleanUp(written)
    return 'had no such server any more'
  }
  if (addressIn(entry, new URL(written.url).origin) === undefined) {
    await cleanUp(written)
    return `stays: ${SERVER_KEY} leads to ${describe(entry)} now`
  }
  const editor = editorOf(setupOf(machine, written.client))
  const place = { table: written.table, key: SERVER_KEY }
  const left = previous === null ? editor.remove(text, place, madeTable) : editor.put(text, place, previous)
  const isEmpty = isTable(value) && Object.keys(editor.read(left) as object).length === 0
  if (backup === null && isEmpty) await rm(read.at)
  else await replaceFile(read, left, mode ?? read.mode ?? 0)
  await cleanUp(written)
  return 'no longer has it; what changed there since stays'
}

async function cleanUp({ file, backup, madeFolder }: Written): Promise<void> {
  if (backup !== null) await rm(backup, { force: true })
  if (madeFolder !== null) await removeFolders(path.dirname(file), madeFolder)
}
