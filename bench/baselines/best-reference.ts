/**
 * "best reference": the fastest hand-written server. Group commit of the message's row, a ring buffer for replay,
 * the events of one flush joined into one write per reader, no chunked framing.
 */
import { randomUUID } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import type pg from 'pg'
import { bootstrapOf, frameOf } from './event.ts'
import { createGroupCommit, insertRows, TABLE, type Row } from './group-commit.ts'
import type { Baseline } from './serve.ts'

const RING_MAX = 4000

export async function createBestReference(client: pg.Client): Promise<Baseline> {
  await client.query(TABLE)
  const readers = new Set<ServerResponse>()
  let ring: { seq: number; frame: Buffer }[] = []
  let seq = 0
  let head = 0

  const commit = createGroupCommit(async (batch: readonly (Row & { key: string })[]) => {
    await insertRows(client, batch)
    const fresh = batch.map(({ seq, key, body }) => ({ seq, frame: frameOf(seq, key, body) }))
    ring.push(...fresh)
    if (ring.length > RING_MAX) ring = ring.slice(ring.length / 2)
    // posters get their responses first
    setImmediate(() => {
      const joined = Buffer.concat(fresh.map(({ frame }) => frame))
      head = fresh.at(-1)?.seq ?? head
      for (const reader of readers) reader.write(joined)
    })
  })

  return {
    async post(body, key) {
      const row = { id: randomUUID(), seq: ++seq, key, body }
      await commit(row)
      return { id: row.id, seq: row.seq }
    },
    stream(request, response) {
      response.useChunkedEncodingByDefault = false
      response.shouldKeepAlive = false
      response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' })
      const from = Number(request.headers['last-event-id'] ?? Number.NaN)
      if (Number.isNaN(from)) response.write(bootstrapOf(head))
      // events in the ring that aren't sent yet are part of the next joined write
      else for (const entry of ring) if (entry.seq > from && entry.seq <= head) response.write(entry.frame)
      readers.add(response)
      response.on('close', () => readers.delete(response))
    },
  }
}
