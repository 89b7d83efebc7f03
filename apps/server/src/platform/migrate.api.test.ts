import { expect, test } from 'vitest'
import { newDatabase } from '../../test/databases.ts'
import { openDatabase } from './database.ts'
import { migrate, requireSchema } from './migrate.ts'
import { StartupError } from './startup-error.ts'

async function migrated() {
  const { url, dropSoon } = await newDatabase()
  const database = openDatabase(url, () => {})
  return {
    database,
    query: (text: string) => database.pool.query(text),
    async [Symbol.asyncDispose]() {
      await database.close()
      dropSoon()
    },
  }
}

test.for([
  { name: '0001_ground', of: 'from before the first release' },
  { name: '9999_from_the_future', of: 'of a later version' },
])('a database with the schema $of is refused by name and stays as it is', async ({ name }) => {
  await using old = await migrated()
  const { database, query } = old
  await query(`update kysely_migration set name = '${name}' where name like '0001%'`)
  await query('drop function post_batch')

  const refusals = await Promise.allSettled([migrate(database), requireSchema(database)])

  for (const refusal of refusals) {
    expect(refusal).toMatchObject({
      reason: expect.toSatisfy((error) => error instanceof StartupError && error.message.includes(name)),
    })
  }
  expect((await query(`select 1 from pg_proc where proname = 'post_batch'`)).rowCount).toBe(0)
})

test('an empty database gets the schema once, from nodes that start at the same time', async () => {
  await using empty = await migrated()
  const { database, query } = empty
  await query('drop schema public cascade')
  await query('create schema public')
  await expect(requireSchema(database)).rejects.toThrow('not yet of this version')

  await Promise.all([migrate(database), migrate(database), migrate(database)])

  await requireSchema(database)
  expect((await query('select * from messages')).rows).toEqual([])
})

test('a changed function is replaced at the next start, and until then commands demand that start', async () => {
  await using current = await migrated()
  const { database, query } = current
  await query('drop function post_batch')
  await query('create function post_batch(int) returns int language sql as $$ select $1 $$')
  await expect(requireSchema(database)).rejects.toThrow('not yet of this version')

  await Promise.all([migrate(database), migrate(database)])

  await requireSchema(database)
  const { rows } = await query(`select pronargs from pg_proc where proname = 'post_batch'`)
  expect(rows).toEqual([{ pronargs: 4 }])
})
