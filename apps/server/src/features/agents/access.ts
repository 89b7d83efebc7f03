/** Who may see an agent, and who may change it. */
import type { PersonActor } from '../../platform/actor.ts'
import type { Db } from '../../platform/database.ts'
import { Forbidden, NotFound } from '../../platform/errors.ts'
import { findAgent, findSharedSpace, type AgentRow } from './repository.ts'

export const noSuchAgent = () => new NotFound('No such agent')

/** @throws NotFound for an agent that the caller doesn't know, Forbidden for another person's. */
export async function requireOwn(db: Db, actor: PersonActor, id: string): Promise<AgentRow> {
  const row = await findAgent(db, id)
  if (row === undefined) throw noSuchAgent()
  if (row.owner_id !== actor.accountId) throw await whyRefused(db, actor, id, 'Only its owner may do this')
  return row
}

/**
 * An agent whose connection the caller may look into: their own, or any for an administrator.
 * @throws NotFound for an agent that the caller doesn't know, Forbidden for another person's.
 */
export async function requireInspectable(db: Db, actor: PersonActor, id: string): Promise<AgentRow> {
  const row = await findAgent(db, id)
  if (row === undefined) throw noSuchAgent()
  if (row.owner_id === actor.accountId || actor.role === 'admin') return row
  throw await whyRefused(db, actor, id, 'Only its owner or an administrator may do this')
}

/** Forbidden for accounts that share a space with the agent; for all others it doesn't exist. */
export async function whyRefused(
  db: Db,
  actor: PersonActor,
  agentId: string,
  detail: string,
): Promise<NotFound | Forbidden> {
  const spaceId = await findSharedSpace(db, {
    accountId: agentId,
    viewerId: actor.accountId,
    preferred: null,
  })
  return spaceId === null ? noSuchAgent() : new Forbidden(detail)
}
