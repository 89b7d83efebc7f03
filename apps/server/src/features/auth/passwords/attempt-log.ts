/** Attempts at a secret, in the security log. */
import { noteRefusal, type Refusal } from '../../../platform/call-context.ts'
import { RateLimited } from '../../../platform/errors.ts'

/**
 * Runs an attempt, whose result is `undefined` or false if the secret was wrong. That is noted as `event`, and as
 * `locked_out` that there were too many before.
 * @param who whose secret it is; absent when it is nobody's
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
