/** The record of an agent's connection: read by its owner, pruned by the maintenance job. */
import { ConnectionStep, type Connection } from '@flockwork/contract/agent-connection'
import { parentPreview } from '@flockwork/contract/text/preview'
import type { PersonActor } from '../../platform/actor.ts'
import { wireTime, wireTimeOrNull, type Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/database.ts'
import { requireInspectable } from '../agents/index.ts'
import * as repository from './repository.ts'
import type { TestServices } from './testing.ts'

const DELIVERIES_MAX = 100

/**
 * Includes everything that this node has answered: a client that has just connected is shown.
 * @throws NotFound for an agent that the caller doesn't know, Forbidden for another person's
 */
export async function readConnection(
  { db, recorder }: Pick<TestServices, 'db' | 'recorder'>,
  actor: PersonActor,
  id: string,
): Promise<Connection> {
  await requireInspectable(db, actor, id)
  await recorder.flush()
  const row = await repository.findConnection(db, id)
  const waiting = await repository.countWaiting(db, id, DELIVERIES_MAX)
  const handedOver = await repository.listHandedOver(db, id, DELIVERIES_MAX)
  const first = await repository.findFirstMessage(db, id, actor.accountId)
  const step = ConnectionStep.safeParse(row?.failed_step)
  return {
    last_handshake_at: wireTimeOrNull(row?.handshake_at ?? null),
    last_active_at: wireTimeOrNull(row?.last_active_at ?? null),
    client: row?.client ?? null,
    protocol: row?.protocol ?? null,
    last_error:
      row?.error_at && row.error !== null ? { at: wireTime(row.error_at), message: row.error } : null,
    failed_step: step.success ? step.data : null,
    waiting,
    handed_over: handedOver.map(({ at }) => wireTime(at)),
    first_message: first
      ? {
          id: first.id,
          space_id: first.space_id,
          preview: parentPreview(first.content),
          uploaded_at: wireTime(first.created_at),
        }
      : null,
  }
}

/** Deletes the records of deleted agents, and credentials of interrupted tests. */
export async function pruneConnections({ db, clock }: { db: Db; clock: Clock }): Promise<void> {
  await repository.deleteOld(db, new Date(clock.now()))
}
