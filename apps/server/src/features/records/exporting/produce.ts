/** Streams the record of a space, from one snapshot. */
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Clock } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/database.ts'
import type { RecordSigningKey } from '../../auth/index.ts'
import { startRecord } from '../format/writer.ts'
import { openSpace } from './records.ts'

export interface RecordDeps {
  /** A pool whose statements may take long. */
  readonly db: Db
  readonly clock: Clock
  readonly key: RecordSigningKey
  readonly guideId: string
  /** The URL of this instance. */
  readonly address: () => string
  readonly version: string
}

/**
 * Passes the lines of the record to `write`, which is awaited, and yields to the event loop between two chunks.
 * @param by the handle of the requesting admin; null for the operator
 * @throws NotFound
 */
export async function produceRecord(
  { db, clock, key, guideId, address, version }: RecordDeps,
  { spaceId, by }: { readonly spaceId: string; readonly by: string | null },
  write: (lines: string) => Promise<void>,
): Promise<void> {
  await db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (tx) => {
      const { origins, pages } = await openSpace({ guideId, secret: key.saltSecret }, tx, spaceId)
      const { first, writer } = startRecord(key, {
        space: spaceId,
        exported: {
          at: new Date(clock.now()).toISOString(),
          from: address(),
          by,
          software: version,
          key: key.publicKey,
          origins: [...origins],
        },
      })
      await write(first)
      for await (const page of pages) {
        await write(page.map((record) => writer.write(record)).join(''))
        await nextTurn()
      }
      await write(writer.end())
    })
}
