import type { PersonActor } from '../../platform/actor.ts'
import type { Db } from '../../platform/database.ts'
import { Forbidden } from '../../platform/errors.ts'
import { noSuchAgent } from './reading/agents.ts'
import { findAgent, type AgentRow } from './repository.ts'
import { findMeetingPlace } from './reading/repository.ts'

/**
 * An agent whose connection the caller may look into: their own, or any for an administrator.
 * @throws NotFound for an agent that the caller doesn't know, Forbidden for another person's.
 */
export async function requireInspectable(db: Db, actor: PersonActor, id: string): Promise<AgentRow> {
  const row = await findAgent(db, id)
  if (row === undefined) throw noSuchAgent()
  if (row.owner_id === actor.accountId || actor.role === 'admin') return row
  const meeting = { agentId: id, viewerId: actor.accountId, preferred: null }
  if ((await findMeetingPlace(db, meeting)) === null) throw noSuchAgent()
  throw new Forbidden('Only its owner or an administrator may do this')
}
