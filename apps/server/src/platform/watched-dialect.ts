/** Kysely's PostgreSQL dialect, which also reports the end of each transaction to the current call's context. */
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
