/** Resolves the space and the message of a call. */
import type { Message } from '@flockwork/contract/messages'
import type { AgentActor } from '../../../platform/actor.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/database.ts'
import { Forbidden, Invalid, NotFound, invalid } from '../../../platform/errors.ts'
import { ArgumentNotFound } from '../answers/argument-not-found.ts'
import { wherePlaced } from '../../agents/index.ts'
import { getMessage, resolveMessageId } from '../../messages/index.ts'
import { requireMember, spaceIdsOf } from '../../spaces/index.ts'

/** The space of a call that names no message. @throws Forbidden for an agent in no space. */
export async function homeSpaceOf(db: Db, actor: AgentActor): Promise<string> {
  const { accountId, homeSpaceId } = actor
  const homeless = new Forbidden('You act in no space now. Ask your owner to move you into one')
  if (homeSpaceId === null) throw homeless
  return wherePlaced(db, actor, homeSpaceId, async (spaceId) => {
    await requireMember(db, spaceId, accountId)
    return spaceId
  }).catch((error: unknown) => {
    throw error instanceof NotFound ? homeless : error
  })
}

const WHICH_ID = 'Use an id from a message you have read: the 8 digits after [id: or the full id'

/**
 * The message with this id, or whose id begins with these 8 digits, in any space of the agent.
 * @throws NotFound; Invalid for malformed and for ambiguous ids.
 */
export async function findMessage(
  { db, clock }: { readonly db: Db; readonly clock: Clock },
  actor: AgentActor,
  given: string,
  argument: string,
): Promise<Message> {
  const missing = () => new ArgumentNotFound(argument, `No message ${given} in your spaces. ${WHICH_ID}`)
  const found: string[] = []
  for (const spaceId of await spaceIdsOf(db, actor.accountId)) {
    try {
      const id = await resolveMessageId(db, spaceId, given, [argument])
      if (!found.includes(id)) found.push(id)
    } catch (error) {
      if (error instanceof Invalid) throw invalid([argument], `${error.fields[0]?.msg ?? ''}. ${WHICH_ID}`)
      if (!(error instanceof NotFound)) throw error
    }
  }
  const [id, ...others] = found
  if (id === undefined) throw missing()
  if (others.length > 0) throw invalid([argument], `${given} fits several messages: ${found.join(', ')}`)
  return getMessage({ db, clock }, actor, id).catch((error: unknown) => {
    throw error instanceof NotFound ? missing() : error
  })
}
