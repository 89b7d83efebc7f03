/** Which agent a program will act as: an own one, or a new one of a name that nobody has. */
import type { NamedAgent } from '@flockwork/contract/oauth'
import { isHandle, isReservedHandle } from '@flockwork/contract/text/handles'
import type { PersonActor } from '../../platform/actor.ts'
import type { Db } from '../../platform/database.ts'
import { Conflict, invalid } from '../../platform/errors.ts'
import { revokeAllTokens, registerAgent, type AgentServices } from '../agents/index.ts'
import * as repository from './repository.ts'

/** How an agent's name in an address stands to the person. */
export async function nameAgent(db: Db, actor: PersonActor, handle: string): Promise<NamedAgent> {
  if (!isHandle(handle) || isReservedHandle(handle)) return { handle, state: 'invalid' }
  const found = await repository.findHandle(db, handle)
  if (found === undefined) return { handle, state: 'new' }
  const isOwn = found.owner_id === actor.accountId && found.status === 'active'
  return { handle, state: isOwn ? 'own' : 'taken' }
}

/**
 * The id of the agent that was chosen, registered if nobody has its name.
 * @param named the handle in the program's address, which then is the only choice.
 * @throws Invalid without a choice or for another than the named one, Conflict for a name of somebody else,
 * AgentLimitExceeded.
 */
export async function chooseAgent(
  agents: AgentServices,
  actor: PersonActor,
  named: string | null,
  chosen: string | null | undefined,
): Promise<string> {
  const handle = chosen ?? named
  if (handle === null) throw invalid(['body', 'agent'], 'Choose the agent')
  if (named !== null && handle !== named) {
    throw invalid(['body', 'agent'], `The address of this app names @${named}`)
  }
  const { state } = await nameAgent(agents.db, actor, handle)
  if (state === 'taken') throw new Conflict(`@${handle} belongs to somebody else`)
  if (state === 'invalid') throw invalid(['body', 'agent'], `@${handle} can't be the name of an agent`)
  if (state === 'new') {
    const { agent } = await registerAgent(agents, actor, { agent_name: handle }, async () => {})
    // nobody was told its first token
    await revokeAllTokens(agents, agent.id)
    return agent.id
  }
  const own = await repository.listOwnAgents(agents.db, actor.accountId)
  const found = own.find((row) => row.handle === handle)
  if (found === undefined) throw new Conflict(`@${handle} can't be used any more`)
  return found.account_id
}
