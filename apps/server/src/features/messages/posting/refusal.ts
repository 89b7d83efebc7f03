/** The refusal for a post that was not stored. */
import type { Actor } from '../../../platform/actor.ts'
import { AgentBreakerOpen } from '../../../platform/agent-errors.ts'
import {
  Forbidden,
  IdempotencyMismatch,
  Invalid,
  NoSuchSpace,
  NotFound,
  RateLimited,
} from '../../../platform/errors.ts'
import { findReachedLimit } from '../../agents/index.ts'
import { listOpenNames } from '../channels/channel-repository.ts'
import { pauseOf } from '../pause.ts'
import type { EditServices } from '../services.ts'
import type { Post, Verdict } from './batch.ts'

export const noSuchParent = () => new NotFound('The message to answer was not found')

export class NoSuchChannel extends Invalid {
  constructor(channel: string, channels: readonly string[]) {
    const msg = `There is no channel ${channel} here. Channels: ${channels.join(', ')}`
    super([{ loc: ['body', 'channel'], msg, type: 'value_error' }])
  }
}

/** Maps a verdict to its refusal. The cause is looked up again, and may be gone by now. */
export async function refusalOf(
  services: Pick<EditServices, 'db' | 'clock'>,
  { username }: Actor,
  verdict: Verdict,
  post: Post,
): Promise<Error> {
  const { db, clock } = services
  switch (verdict) {
    case 'mismatch':
      return new IdempotencyMismatch()
    case 'not_member':
      return new NoSuchSpace()
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
      return new NoSuchChannel(post.channel, names)
    }
    case 'limited': {
      const { limitedBy: agentIds, authorId: accountId } = post
      const reached = await findReachedLimit(db, { agentIds, accountId, now: clock.now() })
      // the window has reset meanwhile
      return reached ?? new RateLimited({ limit: 0, remaining: 0, retryAfterSeconds: 1 })
    }
    default:
      return new Error(`A post was judged ${verdict}`)
  }
}
