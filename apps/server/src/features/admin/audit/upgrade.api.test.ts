/** Upgrading a log from before it was a chain. */
import { readdir, readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { newDatabase } from '../../../../test/databases.ts'
import { OF_A_TEST } from '../../../../test/statements.ts'
import { openDatabase } from '../../../platform/database.ts'
import { verifyDatabase } from './database.ts'

const FOLDER = new URL('../../../../migrations/', import.meta.url)
const CHAINED = '0018_audit_chain.sql'
const OLD_ENTRIES = 500

test('earlier entries are chained in order, and personal data of deleted accounts is erased from them', async () => {
  const { url, dropSoon } = await newDatabase()
  const database = openDatabase(url, () => {})
  const query = (text: string) => database.pool.query<Record<string, unknown>>(OF_A_TEST + text)
  try {
    await query('drop schema public cascade; create schema public')
    const files = (await readdir(FOLDER)).filter((file) => file.endsWith('.sql')).toSorted()
    for (const file of files.filter((name) => name < CHAINED)) {
      await query(await readFile(new URL(file, FOLDER), 'utf8'))
    }
    await query(`
      insert into accounts (id, kind, handle, display_name, status, created_at)
        values ('0190f3a0-0000-7000-8000-000000000001', 'user', 'ana', 'Ana', 'deleted', now());
      insert into audit (id, at, action, target_type, target_id, target_name, after, ip)
        select gen_random_uuid(), timestamptz '2026-01-01' - nth * interval '1 second', 'new_device', 'user',
          '0190f3a0-0000-7000-8000-00000000000' || nth % 2, 'name ' || nth, '{"role": "admin"}', '192.0.2.1'
        from generate_series(1, ${OLD_ENTRIES}) nth;
    `)

    await query(await readFile(new URL(CHAINED, FOLDER), 'utf8'))

    const verified = await verifyDatabase(database.db, 'no key', [])
    // the last entry erases the names and addresses of half of them
    expect(verified).toMatchObject({ entries: OLD_ENTRIES + 1, erased: OLD_ENTRIES, problems: [] })
    const { rows } = await query('select target_name from audit order by number limit 2')
    expect(rows).toEqual([{ target_name: `name ${OLD_ENTRIES}` }, { target_name: null }])
    // one row, not one per entry for the next one to read
    const { rows: sizes } = await query(`
      select pg_relation_size('audit_head') <= current_setting('block_size')::int as is_small
    `)
    expect(sizes).toEqual([{ is_small: true }])
  } finally {
    await database.close()
    dropSoon()
  }
})
