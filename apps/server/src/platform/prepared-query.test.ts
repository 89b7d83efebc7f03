import { Kysely, PostgresAdapter, PostgresQueryCompiler, sql, type CompiledQuery } from 'kysely'
import { expect, test } from 'vitest'
import type { Db } from './database.ts'
import type { DB } from './schema.ts'
import { preparedQuery } from './prepared-query.ts'

/** A database that records the statements sent to it. */
function recording(): { db: Db; sent: Pick<CompiledQuery, 'sql' | 'parameters'>[] } {
  const sent: Pick<CompiledQuery, 'sql' | 'parameters'>[] = []
  const connection = {
    executeQuery: ({ sql: text, parameters }: CompiledQuery) => {
      sent.push({ sql: text, parameters })
      return Promise.resolve({ rows: [] })
    },
    streamQuery: () => {
      throw new Error('Nothing is streamed')
    },
  }
  const done = () => Promise.resolve()
  const driver = {
    init: done,
    acquireConnection: () => Promise.resolve(connection),
    beginTransaction: done,
    commitTransaction: done,
    rollbackTransaction: done,
    releaseConnection: done,
    destroy: done,
  }
  const db = new Kysely<DB>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => driver,
      createIntrospector: () => {
        throw new Error('Nothing is looked into')
      },
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  })
  return { db, sent }
}

interface Values {
  readonly handle: string
  readonly ids: readonly string[]
}

test('a statement is built once, and each run binds its own values', async () => {
  let built = 0
  const select = preparedQuery((db, { handle, ids }: Values) => {
    built += 1
    return db
      .selectFrom('accounts')
      .select('id')
      .where('status', '=', 'active')
      .where('id', '=', sql<string>`any(${ids}::uuid[])`)
      .where('handle', '=', handle)
  })
  const { db, sent } = recording()

  await select(db, { handle: 'ana', ids: ['1', '2'] })
  await select(db, { handle: 'bob', ids: [] })

  expect(built).toBe(1)
  expect(sent.map(({ parameters }) => parameters)).toEqual([
    ['active', ['1', '2'], 'ana'],
    ['active', [], 'bob'],
  ])
  expect(sent[0]?.sql).toBe(
    'select "id" from "accounts" where "status" = $1 and "id" = any($2::uuid[]) and "handle" = $3',
  )
  expect(sent[1]?.sql).toBe(sent[0]?.sql)
})

test('a statement written with sql sends a value once per use', async () => {
  const select = preparedQuery((_, { handle }: { handle: string | null }) => {
    return sql<{ id: string }>`select id from accounts where handle = ${handle} or display_name = ${handle}`
  })
  const { db, sent } = recording()

  await select(db, { handle: null })

  expect(sent).toEqual([
    { sql: 'select id from accounts where handle = $1 or display_name = $2', parameters: [null, null] },
  ])
})

test('a value that the text of the statement depends on is refused', async () => {
  const select = preparedQuery((db, { ids }: { ids: readonly string[] }) =>
    db
      .selectFrom('accounts')
      .select('id')
      .where('id', 'in', [...ids]),
  )

  await expect(select(recording().db, { ids: ['1'] })).rejects.toThrow(TypeError)
})
