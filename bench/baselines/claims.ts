/**
 * A claim as a plain `update … returning`, over a pool of 10 connections: no permissions, no events; the response only
 * says who won.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import pg from 'pg'
import type { Handler } from './serve.ts'

const POOL_SIZE = 10
const PATH = /^\/claim\/([0-9a-f-]{36})\/([0-9a-f-]{36})$/

export function createClaims(databaseUrl: string): Handler {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: POOL_SIZE })
  const claim = async (request: IncomingMessage, response: ServerResponse) => {
    const [, taskId, accountId] = PATH.exec(request.url ?? '') ?? []
    const { rows } = await pool.query({
      name: 'claim',
      text: `update tasks set claimant_id = $2, status = 'claimed', claimed_at = now(), version = version + 1
        where id = $1 and claimant_id is null returning *`,
      values: [taskId, accountId],
    })
    const text = JSON.stringify(rows[0] ?? {})
    const head = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }
    response.writeHead(rows.length === 1 ? 200 : 409, head)
    response.end(text)
  }
  return (request, response) => {
    // consumes the body, as a real server does
    request.resume()
    claim(request, response).catch((error: unknown) => {
      process.stderr.write(`${String(error)}\n`)
      response.writeHead(500).end()
    })
  }
}
