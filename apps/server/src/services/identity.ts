/** Who opened a stream, as `identity_bootstrap` names them. */
import type { Profile } from '@flockwork/contract/auth'
import { profileOf, type AuthServices } from '../features/auth/index.ts'
import type { Actor } from '../platform/actor.ts'
import { wireTime, type Clock } from '../platform/clock.ts'

export function presentActor(auth: AuthServices, clock: Clock): (actor: Actor) => Promise<Profile> {
  return async (actor) => {
    if (actor.kind === 'user') return profileOf(auth, actor.accountId)
    return {
      id: actor.accountId,
      email: null,
      full_name: actor.displayName,
      username: actor.username,
      role: 'user',
      email_verified: false,
      current_org_id: actor.homeSpaceId,
      created_at: wireTime(new Date(clock.now())),
      has_password: false,
    }
  }
}
