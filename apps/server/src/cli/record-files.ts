/** Commands on a record's file alone, without a database. */
import { createReadStream } from 'node:fs'
import { open, rename, rm, type FileHandle } from 'node:fs/promises'
import { fingerprintOf, readRecord, withoutTexts, type Verified } from '../features/records/index.ts'
import { StartupError } from '../platform/startup-error.ts'

const READ_BYTES = 256 * 1024

export function readChunks(file: string): AsyncIterable<Uint8Array> {
  return createReadStream(file, { highWaterMark: READ_BYTES })
}

/** @throws BrokenRecord; StartupError for another key. */
export async function verifyFile(file: string, key: string | undefined): Promise<string> {
  const verified = await readRecord(readChunks(file))
  const { key: signedWith } = verified.header.exported
  if (key !== undefined && key !== signedWith && key !== fingerprintOf(signedWith)) {
    throw new StartupError(
      `The record is whole, but signed with another key: ${fingerprintOf(signedWith)} (${signedWith}).`,
    )
  }
  return describe(verified, key !== undefined)
}

function describe({ header, records, counts, erased, last }: Verified, isKeyKnown: boolean): string {
  const { at, from, by, key, origins } = header.exported
  const { messages, versions, reactions, tasks, notes, accounts } = counts
  const lines = [
    `The record is whole: ${records} records, each as it was written.`,
    `Space ${header.space}, written ${at} at ${from} by ${by ?? 'the operator'}.`,
    `${messages} messages, ${versions} earlier texts, ${reactions} reactions, ${tasks} tasks, ${notes} notes, ` +
      `${accounts} people and agents.`,
    ...(erased > 0 ? [`${erased} texts were erased from the file.`] : []),
    ...origins.map(({ from: before, at: left, key: earlier, chain }) => {
      const since = chain === last.hash ? ', and nothing has changed since' : ''
      return `It came from ${before} (${left}, key ${fingerprintOf(earlier)})${since}.`
    }),
    isKeyKnown
      ? `Signed with that key: ${fingerprintOf(key)}.`
      : `Signed with key ${fingerprintOf(key)}: compare it with what that instance shows.`,
  ]
  return lines.join('\n')
}

/** Copies the record; the new file appears only once it is complete. @throws BrokenRecord */
export async function eraseTexts(file: string, target: string, ids: readonly string[]): Promise<string> {
  // a text is erased only from a record that verifies
  await readRecord(readChunks(file))
  const wanted = new Set(ids.map((id) => id.toLowerCase()))
  const erased: string[] = []
  await writeAtomically(target, async (write) => {
    for await (const line of withoutTexts(readChunks(file), wanted, (id) => erased.push(id)))
      await write(line)
  })
  const unknown = [...wanted].filter((id) => !erased.includes(id))
  const missing = unknown.length === 0 ? '' : ` No text of ${unknown.join(', ')} is in it.`
  return `${target} is ${file} without ${erased.length} texts.${missing}`
}

/** Writes a file that appears only once it is complete; never overwrites another. */
export async function writeAtomically(
  target: string,
  produce: (write: (text: string) => Promise<void>) => Promise<void>,
): Promise<void> {
  const partial = `${target}.part`
  const reserved = await create(target)
  await reserved.close()
  try {
    const handle = await open(partial, 'w', 0o600)
    try {
      await produce(async (text) => handle.appendFile(text))
      await handle.sync()
    } finally {
      await handle.close()
    }
    await rename(partial, target)
  } catch (error) {
    await Promise.all([partial, target].map((name) => rm(name, { force: true })))
    throw error
  }
}

async function create(target: string): Promise<FileHandle> {
  try {
    return await open(target, 'wx', 0o600)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') {
      throw new StartupError(`${target} exists already.`)
    }
    throw error
  }
}
