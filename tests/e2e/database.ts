/** What an administrator does, done in the database of a running product: tests need nobody signed in for it. */
import { openDatabase } from '../../apps/server/src/platform/database.ts'
import { visitDatabase } from '../../apps/server/src/platform/embedded-postgres/index.ts'
import type { Product } from './product.ts'

/** Switches Chirpy off for everyone, or on again, as an administrator's switch does. */
export function setChirpyDisabled(product: Product, isDisabled: boolean): Promise<void> {
  return change(
    product,
    `update agents set disabled_by = $1 where account_id = (select account_id from handles where handle = 'chirpy')`,
    [isDisabled ? ['managed:agent'] : []],
  )
}

/** Pauses an agent as an administrator does. */
export function pauseByAdministrator(product: Product, handle: string): Promise<void> {
  return change(
    product,
    `update agents set disabled_by = '{managed:agent}' where account_id = (select account_id from handles where handle = $1)`,
    [handle],
  )
}

/** Makes a person an administrator of the server. */
export function makeAdministrator(product: Product, username: string): Promise<void> {
  return change(
    product,
    `update people set role = 'admin' where account_id = (select account_id from handles where handle = $1)`,
    [username],
  )
}

/** @throws when nothing was changed */
async function change({ dataDir }: Product, statement: string, values: unknown[]): Promise<void> {
  const visit = await visitDatabase({ dataDir, log: () => {} })
  const database = openDatabase(visit.url, () => {})
  try {
    const { rowCount } = await database.pool.query(statement, values)
    if (rowCount !== 1) throw new Error('There is nothing of that name in this database')
  } finally {
    await database.close()
    await visit.leave()
  }
}
