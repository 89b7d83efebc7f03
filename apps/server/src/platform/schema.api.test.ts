import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { newDatabase } from '../../test/databases.ts'
import { SCHEMA_FILE, schemaTypesOf } from '../../test/schema-types.ts'
import { openDatabase } from './database.ts'

test('the types of the tables are those of the migrated database (else: npm run schema)', async () => {
  const { url, dropSoon } = await newDatabase()
  const committed = await readFile(SCHEMA_FILE, 'utf8')

  expect(await schemaTypesOf(url)).toBe(committed)

  const database = openDatabase(url, () => {})
  await database.pool.query('alter table accounts alter column display_name drop not null')
  await database.close()
  expect(await schemaTypesOf(url)).toBe(
    committed.replace('display_name: string', 'display_name: string | null'),
  )
  dropSoon()
})
