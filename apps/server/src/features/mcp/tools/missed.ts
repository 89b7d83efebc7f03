/** An agent's catch-up in its current space, by the arguments of a call (docs/rules/catch-up.md#agents). */
import { CATCH_UP_SIZES, type CatchUp } from '@flockwork/contract/catch-up'
import { CATCH_UP_TOKENS_DEFAULT } from '@flockwork/contract/limits'
import type { AgentActor } from '../../../platform/actor.ts'
import { wireTime } from '../../../platform/clock.ts'
import { invalid } from '../../../platform/errors.ts'
import { catchUp } from '../../catch-up/index.ts'
import { ITEMS_MAX_BYTES } from '../answers/budget.ts'
import { homeSpaceOf } from './find-message.ts'
import type { MessagesArguments } from './schemas.ts'
import type { ToolServices } from './tool.ts'
import { nameOf, sinceOf, textOf } from './values.ts'

export type AskedToCatchUp = Pick<MessagesArguments, 'since' | 'channel' | 'tokens' | 'cursor'>

/**
 * @param around tokens reserved for the caller's own text
 * @throws Invalid; Forbidden for an agent in no space
 */
export async function missedBy(
  services: Pick<ToolServices, 'db' | 'clock' | 'catchUp'>,
  actor: AgentActor,
  args: AskedToCatchUp,
  around: number,
): Promise<CatchUp> {
  const spaceId = await homeSpaceOf(services.db, actor)
  const since = sinceOf(textOf(args.since), services.clock.now())
  return catchUp(services.catchUp, actor, spaceId, {
    tokens: sizeOf(args.tokens) - around,
    bytes: ITEMS_MAX_BYTES,
    inJson: true,
    since: since === undefined ? undefined : wireTime(since),
    channel: nameOf(args.channel),
    cursor: textOf(args.cursor),
  })
}

/** The largest size within the requested one. @throws Invalid */
function sizeOf(tokens = CATCH_UP_TOKENS_DEFAULT): number {
  const size = CATCH_UP_SIZES.findLast((one) => one <= tokens)
  if (size === undefined) throw invalid(['tokens'], `must be ${CATCH_UP_SIZES.join(', ')}`)
  return size
}
