/** The columns in which a credential keeps from where it was made, for its owner to judge it by. */
import type { PersonActor } from './actor.ts'

export function madeBy({ sessionId, from }: Pick<PersonActor, 'sessionId' | 'from'>) {
  return { made_in_session: sessionId, made_by_ip: from.ip, made_by_user_agent: from.userAgent }
}

/** From where an ended credential was made is nobody's business any more. */
export const NO_ORIGIN = { made_in_session: null, made_by_ip: null, made_by_user_agent: null }
