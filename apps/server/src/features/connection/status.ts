/** What is recorded of an agent's connection: read by its owner, pruned by the maintenance. */
import { ConnectionStep, type Connection } from '@flockwork/contract/agent-connection'
import type { PersonActor } from '../../platform/actor.ts'
import { wireTime, wireTimeOrNull, type Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/database.ts'
import { requireInspectable } from '../agents/index.ts'
import * as repository from './repository.ts'

/** @throws NotFound for an agent that the caller doesn't know, Forbidden for another person's. */
export async function readConnection(
  { db }: { readonly db: Db },
  actor: PersonActor,
  id: string,
): Promise<Connection> {
  await requireInspectable(db, actor, id)
  const row = await repository.findConnection(db, id)
  const step = ConnectionStep.safeParse(row?.failed_step)
  return {
    last_handshake_at: wireTimeOrNull(row?.handshake_at ?? null),
    client: row?.client ?? null,
    protocol: row?.protocol ?? null,
    last_error:
      row === undefined || row.error_at === null || row.error === null
        ? null
        : { at: wireTime(row.error_at), message: row.error },
    failed_step: step.success ? step.data : null,
  }
}

/** Deletes the records of deleted agents, and credentials of tests that were cut off. */
export async function pruneConnections({ db, clock }: { db: Db; clock: Clock }): Promise<void> {
  await repository.deleteOld(db, new Date(clock.now()))
}
