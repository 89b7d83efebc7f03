import type { Config } from '../config.ts'
import { systemClock, type Clock } from '../platform/clock.ts'
import { NO_LIMITS, openDatabase, type Db } from '../platform/database.ts'
import { attachDatabase } from '../platform/embedded-postgres/index.ts'
import { requireSchema } from '../platform/migrate.ts'

export interface CommandDeps {
  readonly config: Config
  readonly db: Db
  readonly clock: Clock
}

/** Runs `work` on the database of `config`, whether or not its server runs. @throws StartupError */
export async function withDatabase<T>(config: Config, work: (deps: CommandDeps) => Promise<T>): Promise<T> {
  const { url, detach } =
    config.databaseUrl === null
      ? await attachDatabase({ dataDir: config.dataDir, log: () => {} })
      : { url: config.databaseUrl, detach: async () => {} }
  try {
    const database = openDatabase(url, () => {}, NO_LIMITS)
    try {
      await requireSchema(database)
      return await work({ config, db: database.db, clock: systemClock() })
    } finally {
      await database.close()
    }
  } finally {
    await detach()
  }
}
