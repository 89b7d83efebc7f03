/** `npm run schema`: writes the types of the tables as the migrations make them to `platform/schema.ts`. */
import { writeFile } from 'node:fs/promises'
import { openDatabase } from '../apps/server/src/platform/database.ts'
import { startDatabase } from '../apps/server/src/platform/embedded-postgres/index.ts'
import { migrate } from '../apps/server/src/platform/migrate.ts'
import { SCHEMA_FILE, schemaTypesOf } from '../apps/server/test/schema-types.ts'
import { throwawayFolder } from '../apps/server/test/throwaway-folder.ts'

const folder = await throwawayFolder()
try {
  const postgres = await startDatabase({ dataDir: folder.path, log: () => {} })
  try {
    const database = openDatabase(postgres.url, () => {})
    await migrate(database)
    await database.close()
    await writeFile(SCHEMA_FILE, await schemaTypesOf(postgres.url))
  } finally {
    await postgres.stop()
  }
} finally {
  await folder.remove()
}
