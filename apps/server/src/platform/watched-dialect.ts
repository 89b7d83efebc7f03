/** PostgreSQL as the query builder speaks to it; the call under way learns how its transactions end. */
import { PostgresDialect, PostgresDriver, type PostgresDialectConfig } from 'kysely'
import { onTransactionEnd } from './call-context.ts'

export class WatchedDialect extends PostgresDialect {
  readonly #config: PostgresDialectConfig

  constructor(config: PostgresDialectConfig) {
    super(config)
    this.#config = config
  }

  override createDriver(): PostgresDriver {
    return new WatchedDriver(this.#config)
  }
}

class WatchedDriver extends PostgresDriver {
  override async commitTransaction(...args: Parameters<PostgresDriver['commitTransaction']>): Promise<void> {
    await super.commitTransaction(...args)
    onTransactionEnd(true)
  }

  override async rollbackTransaction(
    ...args: Parameters<PostgresDriver['rollbackTransaction']>
  ): Promise<void> {
    onTransactionEnd(false)
    await super.rollbackTransaction(...args)
  }
}
