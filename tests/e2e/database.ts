/** What only the database of a running product can do for a test. */
import { openDatabase } from '../../apps/server/src/platform/database.ts'
import { attachDatabase } from '../../apps/server/src/platform/embedded-postgres/index.ts'
import type { Product } from './product.ts'

/** Makes a person an administrator of the server, who may have to wait some seconds until it is known. */
export async function makeAdministrator({ dataDir }: Product, username: string): Promise<void> {
  const visit = await attachDatabase({ dataDir, log: () => {} })
  const database = openDatabase(visit.url, () => {})
  try {
    const { rowCount } = await database.pool.query(
      `update people set role = 'admin' where account_id = (select account_id from handles where handle = $1)`,
      [username],
    )
    if (rowCount !== 1) throw new Error('Nobody of this name is in this database')
  } finally {
    await database.close()
    await visit.detach()
  }
}
