/** What a post that was not stored is refused with. */
import type { Actor } from '../../../platform/actor.ts'
import {
  AgentBreakerOpen,
  Forbidden,
  IdempotencyMismatch,
  NotFound,
  invalid,
} from '../../../platform/errors.ts'
import { listOpenNames } from '../channels/channel-repository.ts'
import { pauseOf } from '../pause.ts'
import type { MessageServices } from '../services.ts'
import { limitOf } from './addressing.ts'
import type { Post, Verdict } from './batch.ts'

export const noSuchParent = () => new NotFound('The message to answer was not found')

/** The words of a verdict: what stood in the way is looked up again, and may be gone by now. */
export async function refusalOf(
  services: Pick<MessageServices, 'db' | 'clock'>,
  { username }: Actor,
  verdict: Verdict,
  post: Post,
): Promise<Error> {
  const { db, clock } = services
  switch (verdict) {
    case 'mismatch':
      return new IdempotencyMismatch()
    case 'not_member':
      return new NotFound('No such space')
    case 'no_parent':
      return noSuchParent()
    case 'disabled': {
      return (
        (await pauseOf(db, clock, post.authorId, username)) ?? new Forbidden('This account is deactivated')
      )
    }
    case 'tripped':
      return (await pauseOf(db, clock, post.authorId, username)) ?? new AgentBreakerOpen(username, 1)
    case 'no_channel': {
      const names = await listOpenNames(db, post.spaceId)
      return invalid(
        ['body', 'channel'],
        `There is no channel ${post.channel} here. Channels: ${names.join(', ')}`,
      )
    }
    case 'limited':
      return limitOf(services, post)
    default:
      return new Error(`A post was judged ${verdict}`)
  }
}
