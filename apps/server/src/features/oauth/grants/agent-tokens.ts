/** Agent tokens for a machine's clients, created by a program with the owner's permission (docs/oauth.md#scopes). */
import type { AgentActor, CallOrigin } from '../../../platform/actor.ts'
import { Forbidden, Unauthorized } from '../../../platform/errors.ts'
import type { Once } from '../../../platform/idempotency.ts'
import {
  announceIssued,
  checkTokenName,
  issueOneMore,
  type AgentServices,
  type TokenName,
} from '../../agents/index.ts'
import { requireActiveOwner } from '../../auth/index.ts'
import * as repository from './repository.ts'

/**
 * Issues one more token of the program's agent. Its recorded origin is the session in which the owner approved
 * the program.
 * @throws Forbidden for the agent's own token, Unauthorized for a grant that ended meanwhile, Conflict when all of the
 * agent's tokens are in use.
 */
export async function issueByGrant(
  agents: AgentServices,
  actor: AgentActor,
  { from, name }: { from: CallOrigin; name: TokenName },
  once: Once<unknown>,
) {
  const { accountId: id, username: handle, ownerId, grant } = actor
  if (grant === null || ownerId === null)
    throw new Forbidden('Only an app that its owner allowed may make tokens')
  await checkTokenName(agents, actor, name)
  const issued = await once(async (tx) => {
    const owner = await requireActiveOwner(tx, ownerId)
    const row = await repository.lockGrant(tx, grant.id, new Date(agents.clock.now()))
    if (row?.owner_id !== ownerId || row.made_in_session === null) throw new Unauthorized()
    return issueOneMore(
      agents,
      tx,
      { id, handle, name },
      {
        ...owner,
        sessionId: row.made_in_session,
        from,
      },
    )
  })
  await announceIssued(agents, { accountId: ownerId }, id, issued)
  return { token_id: issued.id, agent_token: issued.token, agent: { id, handle } }
}
