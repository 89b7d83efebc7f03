/**
 * Tampering with every cell of the audit table as the database's owner
 * (docs/rules/requests.md#verifying-the-audit-log).
 */
import { sql, type RawBuilder } from 'kysely'
import { expect, test } from 'vitest'
import { startServer } from '../../../../test/server.ts'
import { audit } from '../../../platform/audit.ts'
import type { Tx } from '../../../platform/database.ts'
import { verifyWithin } from './database.ts'

const ENTRIES = 46
const CHANGES = 1000
/** Ten seconds on an idle machine. */
const LONG_MS = 120_000

/** A different value for a cell, by the type of its column. */
const OTHERS: Readonly<Record<string, (column: RawBuilder<unknown>) => RawBuilder<unknown>>> = {
  uuid: () => sql`gen_random_uuid()`,
  text: (column) => sql`coalesce(${column}, '') || ' '`,
  jsonb: (column) => sql`coalesce(${column}, '{}') || '{"forged": true}'`,
  bytea: (column) => sql`sha256(coalesce(${column}, ''))`,
  'timestamp with time zone': (column) => sql`${column} + interval '1 millisecond'`,
}

async function columnsOf(tx: Tx): Promise<{ name: string; type: string }[]> {
  const { rows } = await sql<{ name: string; type: string }>`
    select column_name as name, data_type as type from information_schema.columns
    where table_name = 'audit' and is_generated = 'NEVER' and column_name <> 'number'
    order by ordinal_position
  `.execute(tx)
  return rows
}

test(
  'each cell of the table that is changed, each row that is taken out or doubled is named',
  { timeout: LONG_MS },
  async () => {
    await using server = await startServer()
    const { clock, db, admin } = server.services
    const ana = await server.signUp('ana')
    for (let nth = 0; nth < ENTRIES; nth++) {
      await audit(db, clock, {
        actorId: nth % 3 === 0 ? null : ana.profile.id,
        action: 'role_changed',
        target: { type: 'user', id: ana.profile.id, ...(nth % 4 > 0 && { name: `ana ${nth}` }) },
        ...(nth % 5 > 0 && { before: { role: 'user', nth }, ip: '192.0.2.1' }),
        ...(nth % 7 > 0 && { after: { role: 'admin', list: [nth, null] }, spaceId: ana.spaceId() }),
      })
    }

    const missed: string[] = []
    let changes = 0
    const isOver = new Error('Nothing of this is kept')
    const changing = db.transaction().execute(async (tx) => {
      const columns = await columnsOf(tx)
      expect((await verifyWithin(tx, admin.key.publicKey, [])).problems).toEqual([])
      // as the owner of the machine could
      await sql`set local session_replication_role = replica`.execute(tx)
      const tries = async (number: number, what: string, change: RawBuilder<unknown>) => {
        await sql`savepoint untouched`.execute(tx)
        const { numAffectedRows } = await change.execute(tx)
        const { problems } = await verifyWithin(tx, admin.key.publicKey, [])
        await sql`rollback to savepoint untouched`.execute(tx)
        changes += 1
        const isNamed = problems.some((problem) => problem.number <= number && number <= problem.to)
        if (numAffectedRows !== 1n || !isNamed) missed.push(`${what} of ${number}`)
      }

      const { rows } = await sql<{
        number: number
      }>`select number::int as number from audit order by number`.execute(tx)
      const names = sql.join(columns.map(({ name }) => sql.ref(name)))
      for (const { number } of rows) {
        const here = sql`where number = ${number}`
        for (const { name, type } of columns) {
          const other = OTHERS[type]
          if (other === undefined) throw new Error(`Nothing is known of the type ${type}`)
          const column = sql.ref(name)
          await tries(number, name, sql`update audit set ${column} = ${other(column)} ${here}`)
        }
        await tries(number, 'all', sql`delete from audit ${here}`)
        const end = rows.length + 1
        await tries(
          end,
          `a copy`,
          sql`insert into audit (number, ${names}) select ${end}, ${names} from audit ${here}`,
        )
      }
      throw isOver
    })

    await expect(changing).rejects.toBe(isOver)
    expect(missed).toEqual([])
    expect(changes).toBeGreaterThanOrEqual(CHANGES)
  },
)
