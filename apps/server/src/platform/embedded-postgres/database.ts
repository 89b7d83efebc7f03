import { Client } from 'pg'
import type { Endpoint } from './endpoint.ts'
import { DATABASE_NAME, databaseUrl } from './endpoint.ts'

/** Makes the product's database where it is missing, which is at the first start. */
export async function ensureDatabase(endpoint: Endpoint): Promise<void> {
  const client = new Client({ connectionString: databaseUrl(endpoint, 'postgres') })
  // Without a listener a connection that is cut off while idle would end the server.
  client.on('error', () => undefined)
  await client.connect()
  try {
    const found = await client.query('select from pg_database where datname = $1', [DATABASE_NAME])
    if (found.rowCount === 0) await client.query(`create database ${DATABASE_NAME}`)
  } finally {
    await client.end()
  }
}
