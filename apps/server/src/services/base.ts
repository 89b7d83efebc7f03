/** What the other services depend on: the database, time, keys, the bus, jobs and limits. */
import type { Config } from '../config.ts'
import { publicUrl } from '../config.ts'
import {
  createAccessTokens,
  createLoginThrottle,
  createPasswords,
  createSessions,
  loadInstanceKey,
  loadRecordKey,
  type CountIssue,
} from '../features/auth/index.ts'
import { callLimits } from '../http/auth-guard.ts'
import { startBus } from '../platform/bus.ts'
import { movableClock, systemClock } from '../platform/clock.ts'
import type { Database } from '../platform/database.ts'
import { createRunOnce } from '../platform/idempotency.ts'
import { startJobs } from '../platform/jobs.ts'
import type { Logger } from '../platform/logger.ts'
import { createMetrics } from '../platform/metrics.ts'
import { createRequestLimits } from '../platform/rate-limit.ts'
import { createSecurityLog } from '../platform/security-log.ts'
import { createEncryption } from '../platform/encryption.ts'

export type BaseServices = Awaited<ReturnType<typeof buildBase>>

export interface ServiceDeps {
  readonly config: Config
  readonly database: Database
  readonly databaseUrl: string
  readonly logger: Logger
  /** The port that the server listens on, once it does. */
  readonly port: () => number
}

export async function buildBase({ config, database, databaseUrl, logger, port }: ServiceDeps) {
  const { db } = database
  const onError = (error: unknown) => logger.error({ err: error }, 'background work failed')
  const clock = config.environment === 'test' ? movableClock() : systemClock()
  const metrics = createMetrics()

  // the keys before anything that keeps running: a wrong SECRET_KEY ends the start
  const encryption = createEncryption(config.secretKey)
  const deviceKey = await loadInstanceKey(db, 'cookie', encryption)
  const refreshKey = await loadInstanceKey(db, 'refresh', encryption)
  const recordKey = await loadRecordKey(db, encryption)
  const lifetimeSeconds = config.accessTokenSeconds
  const tokens = await createAccessTokens({ db, clock, encryption, lifetimeSeconds, onError })

  const bus = await startBus({ database, onError })
  const jobs = await startJobs({ url: databaseUrl, connect: database.connect, onError })
  const limits = createRequestLimits({ db, clock, onError })
  bus.subscribe(['signing_keys_changed', 'reconnected'], tokens.invalidateKeys)
  const callLimit = callLimits(config.rateLimitScale)
  const countIssue: CountIssue = (accountId, familyId) => {
    if (familyId !== undefined) limits.consume(callLimit.refreshes, familyId)
    limits.consume(callLimit.writes, accountId)
  }

  return {
    config,
    database,
    db,
    clock,
    logger,
    metrics,
    onError,
    address: () => publicUrl(config, port()),
    encryption,
    deviceKey,
    recordKey,
    tokens,
    bus,
    jobs,
    limits,
    callLimit,
    countIssue,
    securityLog: createSecurityLog({ logger, db, clock, limits, onError }),
    sessions: createSessions({ db, clock, bus, refreshKey, countIssue }),
    loginThrottle: createLoginThrottle({ db, clock }),
    passwords: createPasswords(config.passwordCost),
    runOnce: createRunOnce({ db, clock, sign: deviceKey.sign }),
  }
}
