/**
 * The security log (docs/rules/requests.md#security-log): one line with `security: true` for whatever an operator's
 * alarms may watch. Never a secret, nor the text typed into a name field: people type passwords there.
 */
import { insertAuditEntry } from './audit.ts'
import type { Refusal, SecurityEvent, SecurityLog } from './call-context.ts'
import type { Clock } from './clock.ts'
import type { Db } from './database.ts'
import { RateLimited } from './errors.ts'
import type { Logger } from './logger.ts'
import type { Limit, RequestLimits } from './rate-limit.ts'

interface Deps {
  readonly logger: Logger
  readonly db: Db
  readonly clock: Clock
  readonly limits: RequestLimits
  readonly onError: (error: unknown) => void
}

/** Per kind and account: repeated refusals may fill the log, but not the database. */
const REFUSALS_AUDITED: Limit = { name: 'audited-refusals', max: 20, windowMs: 15 * 60 * 1000 }

export interface BufferedSecurityLog extends SecurityLog {
  /** A signed head of the audit log (docs/rules/requests.md#checkpoints). */
  checkpoint(checkpoint: object): void
  /** Resolves when all refusals so far are in the audit log. */
  flush(): Promise<void>
}

export function createSecurityLog({ logger, db, clock, limits, onError }: Deps): BufferedSecurityLog {
  // at any log level but silent
  const level = logger.level === 'silent' ? 'silent' : 'info'
  const log = logger.child(
    { security: true },
    { level, redact: ['before.email', 'after.email', 'before.pattern', 'after.pattern'] },
  )

  const write = (event: SecurityEvent, requestId: string, isRefusal = false) => {
    const line = { ...lineOf(event), request_id: requestId }
    if (isRefusal) log.warn(line, event.event)
    else log.info(line, event.event)
  }

  const underWay = new Set<Promise<void>>()
  const auditRefusal = async ({
    event,
    actorId = null,
    target,
    after,
    ip = null,
  }: Refusal): Promise<void> => {
    if (target === undefined || isTooMany(limits, `${event}:${target.id}`)) return
    await insertAuditEntry(db, clock, { action: event, actorId, target, ip, ...(after && { after }) })
  }

  return {
    write,
    checkpoint: (checkpoint) => log.info({ audit_checkpoint: checkpoint }, 'audit_checkpoint'),
    refused(refusal, requestId) {
      write(refusal, requestId, true)
      const writing = auditRefusal(refusal)
        .catch(onError)
        .finally(() => underWay.delete(writing))
      underWay.add(writing)
    },
    async flush() {
      await Promise.all(underWay)
    },
  }
}

function lineOf({ event, actorId, target, spaceId, before, after, ip }: SecurityEvent) {
  return {
    event,
    ...(actorId !== undefined && { actor_id: actorId }),
    ...(target !== undefined && { target_type: target.type, target_id: target.id, target_name: target.name }),
    ...(spaceId !== undefined && spaceId !== null && { space_id: spaceId }),
    ...(before !== undefined && { before }),
    ...(after !== undefined && { after }),
    ip: ip ?? null,
  }
}

function isTooMany(limits: RequestLimits, subject: string): boolean {
  try {
    limits.consume(REFUSALS_AUDITED, subject)
    return false
  } catch (error) {
    if (error instanceof RateLimited) return true
    throw error
  }
}
