/** Group commit of only the message's row: one INSERT in flight, posts that arrive meanwhile are part of the next. */
import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import type { PostBody } from './event.ts'
import type { Baseline } from './serve.ts'

const BATCH_MAX = 500

/** Batches writes during a flush into the next flush. */
export function createGroupCommit<T>(
  store: (batch: readonly T[]) => Promise<void>,
): (item: T) => Promise<void> {
  let queue: { item: T; settle: () => void; fail: (error: unknown) => void }[] = []
  let isFlushing = false

  const flush = async () => {
    while (queue.length > 0) {
      const batch = queue.slice(0, BATCH_MAX)
      queue = queue.slice(BATCH_MAX)
      try {
        await store(batch.map(({ item }) => item))
        for (const { settle } of batch) settle()
      } catch (error) {
        for (const { fail } of batch) fail(error)
      }
    }
    isFlushing = false
  }

  return (item) =>
    new Promise((settle, fail) => {
      queue.push({ item, settle, fail })
      if (isFlushing) return
      isFlushing = true
      setImmediate(() => void flush())
    })
}

export interface Row {
  readonly id: string
  readonly seq: number
  readonly body: PostBody
}

export const TABLE = `create table bench_messages (
  id uuid primary key, seq bigint not null, space_id uuid not null, author_id uuid, content text not null,
  created_at timestamptz not null)`

export async function insertRows(client: pg.Client, rows: readonly Row[]): Promise<void> {
  const at = new Date()
  await client.query({
    name: 'insert',
    text: `insert into bench_messages select * from unnest(
      $1::uuid[], $2::bigint[], $3::uuid[], $4::uuid[], $5::text[], $6::timestamptz[])`,
    values: [
      rows.map(({ id }) => id),
      rows.map(({ seq }) => seq),
      rows.map(({ body }) => body.org_id),
      rows.map(({ body }) => body.author_id ?? null),
      rows.map(({ body }) => body.content),
      rows.map(() => at),
    ],
  })
}

export async function createGroupCommitBaseline(client: pg.Client): Promise<Baseline> {
  await client.query(TABLE)
  const commit = createGroupCommit((rows: readonly Row[]) => insertRows(client, rows))
  let seq = 0
  return {
    async post(body) {
      const row = { id: randomUUID(), seq: ++seq, body }
      await commit(row)
      return { id: row.id, seq: row.seq }
    },
  }
}
