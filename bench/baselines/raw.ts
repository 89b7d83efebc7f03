/** "raw": server-sent events over `node:http`, each event serialised once and written to each reader; no database. */
import type { ServerResponse } from 'node:http'
import { bootstrapOf, frameOf } from './event.ts'
import type { Baseline } from './serve.ts'

export function createRaw(): Baseline {
  const readers = new Set<ServerResponse>()
  let seq = 0

  return {
    async post(body, key) {
      seq += 1
      const frame = frameOf(seq, key, body)
      for (const reader of readers) reader.write(frame)
      return { seq }
    },
    stream(_request, response) {
      response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' })
      response.write(bootstrapOf(seq))
      readers.add(response)
      response.on('close', () => readers.delete(response))
    },
  }
}
