/** Reads the prepared file in batches, each from the end of the previous one. */
import { open } from 'node:fs/promises'
import type { PreparedMessage } from '../preparing/prepared.ts'

/** Few enough for short transactions and a responsive event loop. */
const BATCH = 1000
const CHUNK_BYTES = 1024 * 1024
const LINE_END = 0x0a

export interface Batch {
  readonly messages: readonly PreparedMessage[]
  /** Where the next batch starts. */
  readonly end: number
}

export async function* batchesOf(path: string, from: number): AsyncGenerator<Batch> {
  const file = await open(path, 'r')
  try {
    let rest: Buffer = Buffer.alloc(0)
    let readTo = from
    let end = from
    let messages: PreparedMessage[] = []
    for (;;) {
      const chunk = Buffer.alloc(CHUNK_BYTES)
      const { bytesRead } = await file.read(chunk, 0, CHUNK_BYTES, readTo)
      if (bytesRead === 0) break
      readTo += bytesRead
      rest = Buffer.concat([rest, chunk.subarray(0, bytesRead)])
      let start = 0
      for (let at = rest.indexOf(LINE_END); at !== -1; at = rest.indexOf(LINE_END, start)) {
        // our own file
        messages.push(JSON.parse(rest.toString('utf8', start, at)) as PreparedMessage)
        end += at + 1 - start
        start = at + 1
        if (messages.length === BATCH) {
          yield { messages, end }
          messages = []
        }
      }
      rest = rest.subarray(start)
    }
    if (messages.length > 0) yield { messages, end }
  } finally {
    await file.close()
  }
}
