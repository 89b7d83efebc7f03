/** A chain step without a post: an agent addresses others by an edit or a task (docs/rules/loops.md#bounds). */
import type { Bounds, Hold } from '@flockwork/contract/loops'
import { holdReason } from '@flockwork/contract/policy/loops'
import type { Actor } from '../../../platform/actor.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { Tx } from '../../../platform/database.ts'
import type { NewEvent } from '../../../platform/outbox.ts'
import type { Recipient } from '../addressing/recipients.ts'
import { credentialOf } from '../chains/credential.ts'
import * as repository from '../chains/chain-repository.ts'
import { presentHold, type Ended, type HoldRow } from '../chains/present-hold.ts'

export interface Stepped {
  readonly causeId: string | null
  readonly chainId: string
  readonly hops: number
  /** As they must be stored: held or undeliverable if the chain may not go on. */
  readonly recipients: readonly Recipient[]
  /** The event about a hold. */
  readonly events: readonly NewEvent[]
  /** The hold, if this message shows it from now on. */
  readonly hold: Hold | null
}

interface Deps {
  readonly tx: Tx
  readonly clock: Clock
  readonly bounds: Bounds
}

interface Taken {
  readonly spaceId: string
  /** The message that shows a hold. */
  readonly messageId: string
  /** Its parent; for an edit the message itself. */
  readonly parentId: string | null
  /** The addressed accounts. */
  readonly recipients: readonly Recipient[]
}

/** Counts an agent's step and decides which recipients it reaches. The space's sequence must be locked. */
export async function takeStep({ tx, clock, bounds }: Deps, author: Actor, taken: Taken): Promise<Stepped> {
  const { spaceId, messageId, parentId, recipients } = taken
  const at = new Date(clock.now())
  const cause = await repository.findCause(tx, {
    authorId: author.accountId,
    spaceId,
    parentId,
    credentialId: credentialOf(author),
    now: at,
  })
  const { causeId, chainId, hops } = cause ?? { causeId: null, chainId: messageId, hops: 1 }
  const step = await repository.countStep(tx, { chainId, spaceId, bounds })
  const { number, mostHops, mostMessages, stoppedWhy } = step
  const place = { causeId, chainId, hops }
  const reason = holdReason({ hops, messages: number }, { max_hops: mostHops, max_chain: mostMessages })
  const reachesAgents = recipients.some(isReached)
  if (!reachesAgents || (reason === null && stoppedWhy === null)) {
    return { ...place, recipients, events: [], hold: null }
  }
  if (reason === null || stoppedWhy !== null) {
    return {
      ...place,
      recipients: quieted(recipients, 'undeliverable', stoppedWhy ?? ''),
      events: [],
      hold: null,
    }
  }

  const numbers = { reason, hops, max_hops: mostHops, messages: number, max_chain: mostMessages }
  const why = await repository.whyHeld(tx, numbers)
  const row = await repository.hold(tx, {
    space_id: spaceId,
    message_id: messageId,
    chain_id: chainId,
    ...numbers,
    at,
  })
  const hold = presentHold(row)
  return {
    ...place,
    recipients: quieted(recipients, 'held', why),
    events: [holdEvent(row)],
    hold: row.message_id === messageId ? hold : null,
  }
}

/** The event about a changed hold, for everyone in the space. */
export function holdEvent(row: HoldRow): NewEvent {
  return {
    name: 'message',
    payload: { action: 'hold', message_id: row.message_id, hold: presentHold(row) },
    messageId: row.message_id,
  }
}

/**
 * The events, by space, about holds that shrank because deliveries ended. Call it right before appending these
 * events, with the spaces' sequences locked.
 */
export async function endHeld(tx: Tx, ended: readonly Ended[]): Promise<Map<string, NewEvent[]>> {
  const holds = Map.groupBy(await repository.countOut(tx, ended), (row) => row.space_id)
  return new Map([...holds].map(([spaceId, rows]) => [spaceId, rows.map(holdEvent)]))
}

function isReached({ mention, state }: Recipient): boolean {
  return mention.type === 'agent' && state === 'stored'
}

function quieted(
  recipients: readonly Recipient[],
  state: 'held' | 'undeliverable',
  why: string,
): Recipient[] {
  return recipients.map((one) =>
    isReached(one) ? { ...one, state, why, isLimited: one.isLimited, hasWebhook: false } : one,
  )
}
