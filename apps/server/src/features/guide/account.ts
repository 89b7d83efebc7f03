/** Chirpy's account: one system agent, a member of every space (docs/rules/guide.md#chirpy). */
import { AGENT_SCOPES } from '@flockwork/contract/policy/scopes'
import { GUIDE_HANDLE } from '@flockwork/contract/text/handles'
import type { AgentActor } from '../../platform/actor.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/database.ts'
import { orderedId } from '../../platform/ids.ts'
import { joinAllSpaces, findSystemAgent, insertAccount, insertSystemAgent } from './repository.ts'

const DISPLAY_NAME = 'Chirpy'
const AGENT_TYPE = 'general'
const BIO = 'The guide: mention me with a question about Flockwork or about this space.'

/**
 * The guide as an actor. Creates it at the first start, and adds it to spaces that lack it; safe on several nodes at
 * once.
 * @throws when another account has its handle, which sign-up and registration never allow.
 */
export async function ensureGuide({ db, clock }: { db: Db; clock: Clock }): Promise<AgentActor> {
  const at = new Date(clock.now())
  const agent = await db.transaction().execute(async (tx) => {
    const id = orderedId(clock.now())
    const isNew = await insertAccount(tx, { id, handle: GUIDE_HANDLE, displayName: DISPLAY_NAME, at })
    if (isNew) await insertSystemAgent(tx, { id, handle: GUIDE_HANDLE, agentType: AGENT_TYPE, bio: BIO, at })
    const found = await findSystemAgent(tx, GUIDE_HANDLE)
    if (found === undefined) throw new Error(`The name ${GUIDE_HANDLE} belongs to another account`)
    await joinAllSpaces(tx, found.id, at)
    return found
  })
  return {
    kind: 'agent',
    accountId: agent.id,
    username: agent.handle,
    displayName: agent.display_name,
    avatarUrl: agent.avatar_url,
    agentType: agent.agent_type,
    ownerId: null,
    ownerUsername: null,
    homeSpaceId: null,
    // re-read for each answer
    pause: null,
    isLimited: false,
    scopes: AGENT_SCOPES,
    tokenId: null,
    grant: null,
  }
}
