/** Records of spaces, exported over their own connections: a large space takes long, and calls must not wait for it. */
import { RECORDS_PER_HOUR } from '@flockwork/contract/limits'
import { createRecordFiles, type RecordServices } from '../features/records/index.ts'
import { scaled } from '../http/auth-guard.ts'
import type { Limit } from '../platform/rate-limit.ts'
import { VERSION } from '../version.ts'
import type { BaseServices } from './base.ts'

const HOUR_MS = 60 * 60 * 1000
const CONNECTIONS = 2
/** The limit of one statement; a whole snapshot has none. */
const LIMITS = { statementMs: 5 * 60 * 1000, lockMs: 30_000 }

export function buildRecords(base: BaseServices, guideId: string): RecordServices {
  const { config, database, db, clock, limits, recordKey, deviceKey, address, onError } = base
  const limit: Limit = {
    name: 'records',
    max: scaled(RECORDS_PER_HOUR, config.rateLimitScale),
    windowMs: HOUR_MS,
  }
  return {
    db,
    clock,
    key: recordKey,
    ticketKey: deviceKey,
    countExport: (accountId) => limits.consume(limit, accountId),
    files: createRecordFiles({
      db: database.apart('records', CONNECTIONS, LIMITS),
      clock,
      key: recordKey,
      guideId,
      address,
      version: VERSION,
      dataDir: config.dataDir,
      onError,
    }),
  }
}
