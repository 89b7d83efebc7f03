/** Logs failed attempts at a secret to the security log. */
import { noteRefusal, type Refusal } from '../../../platform/call-context.ts'
import { RateLimited } from '../../../platform/errors.ts'

/**
 * Runs an attempt, whose result is `undefined` or false if the secret was wrong. That is logged as `event`, and as
 * `locked_out` when the limit of attempts is reached.
 * @param who the account whose secret it is; absent if it belongs to none
 */
export async function watchAttempt<T>(
  event: string,
  who: Pick<Refusal, 'actorId' | 'target'>,
  run: () => Promise<T>,
): Promise<T> {
  try {
    const result = await run()
    if (result === undefined || result === false) noteRefusal({ event, ...who })
    return result
  } catch (error) {
    if (error instanceof RateLimited) noteRefusal({ event: 'locked_out', ...who, after: { at: event } })
    throw error
  }
}
