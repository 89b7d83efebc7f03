/** What `platform/schema.ts` must be for a database: the types of its tables. */
import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { PostgresDialect, generate } from 'kysely-codegen'
import { openDatabase } from '../src/platform/database.ts'

export const SCHEMA_FILE = fileURLToPath(new URL('../src/platform/schema.ts', import.meta.url))
const FORMATTER = fileURLToPath(new URL('../../../node_modules/oxfmt/bin/oxfmt', import.meta.url))

export async function schemaTypesOf(databaseUrl: string): Promise<string> {
  const database = openDatabase(databaseUrl, () => {})
  try {
    const types = await generate({
      db: database.db,
      dialect: new PostgresDialect(),
      // the migrator's and the jobs' own tables
      excludePattern: '{kysely_*,pgboss.*}',
      // as platform/database.ts parses it
      typeMapping: { int8: 'number' },
    })
    return await format(types)
  } finally {
    await database.close()
  }
}

async function format(text: string): Promise<string> {
  const formatter = promisify(execFile)(process.execPath, [FORMATTER, `--stdin-filepath=${SCHEMA_FILE}`])
  formatter.child.stdin?.end(text)
  return (await formatter).stdout
}
