/** The devices that a person is signed in on (docs/rules/accounts.md#revocation). A session is a device. */
import type { Device } from '@flockwork/contract/account'
import { REFRESH_TOKEN_MS } from '@flockwork/contract/limits'
import type { PersonActor } from '../../../platform/actor.ts'
import { audit } from '../../../platform/audit.ts'
import { wireTime, type Clock } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/database.ts'
import { NotFound } from '../../../platform/errors.ts'
import type { Once } from '../../../platform/idempotency.ts'
import * as repository from './repository.ts'
import type { Sessions } from './sessions.ts'

interface Deps {
  readonly db: Db
  readonly clock: Clock
}

/** Signed-in devices, most recently used first. A device that sent no id has its session's. */
export async function listDevices({ db, clock }: Deps, actor: PersonActor): Promise<Device[]> {
  // unused for longer, its refresh token has expired
  const usedAfter = new Date(clock.now() - REFRESH_TOKEN_MS)
  const rows = await repository.listLiveSessions(db, actor.accountId, usedAfter)
  return rows.map((row) => ({
    device_id: row.device_id ?? row.id,
    user_agent: row.user_agent,
    ip: row.ip,
    created_at: wireTime(row.created_at),
    last_used_at: wireTime(row.last_used_at),
    current: row.id === actor.sessionId,
  }))
}

/**
 * Signs a device out at once, on every node. `isCurrent`: it was the caller's own.
 * @throws NotFound for a device that the person isn't signed in on.
 */
export async function revokeDevice(
  { clock, sessions }: { readonly clock: Clock; readonly sessions: Sessions },
  actor: PersonActor,
  deviceId: string,
  once: Once<void>,
): Promise<{ isCurrent: boolean }> {
  let ended: readonly string[] = []
  await once(async (tx) => {
    ended = await repository.endDevice(tx, actor.accountId, deviceId, new Date(clock.now()))
    if (ended.length === 0) throw new NotFound('No such device')
    const target = { type: 'user', id: actor.accountId, name: actor.username }
    await audit(tx, clock, { actorId: actor.accountId, action: 'device_revoked', target })
  })
  await sessions.publishEnded(ended)
  return { isCurrent: ended.includes(actor.sessionId) }
}
