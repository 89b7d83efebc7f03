/** The columns that record where a credential was created, so that its owner can judge it. */
import type { PersonActor } from './actor.ts'

export function originColumns({ sessionId, from }: Pick<PersonActor, 'sessionId' | 'from'>) {
  return { made_in_session: sessionId, made_by_ip: from.ip, made_by_user_agent: from.userAgent }
}

/** Clears the columns: nobody needs the origin of a credential that has ended. */
export const NO_ORIGIN = { made_in_session: null, made_by_ip: null, made_by_user_agent: null }
