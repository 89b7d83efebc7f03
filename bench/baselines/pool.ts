/** The product's own transaction, one per post, over a pool of 10 connections. */
import pg from 'pg'
import { recordOf } from './record.ts'
import type { Baseline } from './serve.ts'

const POOL_SIZE = 10

interface Judged {
  readonly verdict: string
  readonly message_id: string
  readonly seq: string
}

export function createPoolBaseline(databaseUrl: string): Baseline {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: POOL_SIZE })
  return {
    async post(body, key) {
      const { rows } = await pool.query<Judged>({
        name: 'post_batch',
        text: 'select * from post_batch($1::jsonb, $2::uuid[], true, $3)',
        values: [JSON.stringify([recordOf(body, key)]), [body.org_id], new Date()],
      })
      const [judged] = rows
      if (judged?.verdict !== 'ok') throw new Error(`The post was judged ${judged?.verdict}`)
      return { id: judged.message_id, seq: Number(judged.seq) }
    },
  }
}
