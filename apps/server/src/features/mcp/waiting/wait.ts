/**
 * Waits until something is addressed to an agent: subscribes, then reads what is pending, then sleeps until a signal
 * and reads again, so that nothing that arrives in between is missed (docs/rules/mcp.md#waiting).
 */
import { performance } from 'node:perf_hooks'
import type { Db } from '../../../platform/database.ts'
import { Forbidden } from '../../../platform/errors.ts'
import { requireUnpaused } from '../../../platform/mount.ts'
import type { Breaker } from '../../agents/index.ts'
import type { PendingFilter } from '../../inbox/index.ts'
import type { Batch, Hub } from '../../realtime/index.ts'
import type { Call } from '../call.ts'
import type { Mailbox, MailPage, Reading } from '../mailbox/mailbox.ts'
import { subscribeToSpaces, type SpaceSubscriptions } from './space-subscriptions.ts'
import { Stopped } from './suspensions.ts'
import type { WaitSlot } from './waits.ts'

export interface WaitOptions {
  readonly timeoutMs: number
  readonly reading: Reading
  /** Aborted when the client disconnects: nobody would get the answer. */
  readonly disconnected: AbortSignal
  readonly slot: Pick<WaitSlot, 'ended' | 'onAccessChanged'>
  /** Called when the wait begins to sleep, then every `tickMs`, with the seconds so far. */
  readonly onTick: (elapsedSeconds: number) => void
  readonly tickMs: number
}

export interface WaitResult extends MailPage {
  readonly isTimedOut: boolean
  /** Set if the agent ended the wait itself and nothing had arrived. */
  readonly stopped?: Stopped
  readonly elapsedSeconds: number
}

const NOWHERE = 'You act in no space now. Ask your owner to move you into one'

interface Deps {
  readonly db: Db
  readonly hub: Hub
  readonly breaker: Pick<Breaker, 'onChange'>
  readonly mailbox: Mailbox
}

/**
 * The first page of mail that is pending or arrives before the timeout; then an empty one.
 * @throws the refusal of a credential that is revoked during the wait; AgentDisabled for a paused agent;
 * Forbidden for an agent that is no longer in any space.
 */
export async function waitForMail(
  deps: Deps,
  call: Call,
  query: PendingFilter,
  options: WaitOptions,
): Promise<WaitResult> {
  const { timeoutMs, reading, disconnected, slot, onTick, tickMs } = options
  requireUnpaused(call.actor)
  const start = performance.now()
  const elapsedSeconds = () => Math.round((performance.now() - start) / 1000)
  const signal = createSignal()
  const announced = new Set<string>()
  const subscriber = {
    receive: (batch: Batch) => {
      const entries = batch.deliveriesTo(call.actor.accountId)
      for (const { event } of entries) if (event.messageId !== null) announced.add(event.messageId)
      if (entries.length > 0) signal.set()
    },
    onGap: signal.set,
  }
  const over = AbortSignal.any([AbortSignal.timeout(timeoutMs), disconnected, slot.ended, call.revoked])
  over.addEventListener('abort', signal.set, { once: true })
  // mail that a tripped breaker delays becomes available when it resets
  const unsubscribe = deps.breaker.onChange(call.actor.accountId, signal.set)
  let ticking: NodeJS.Timeout | undefined
  let subscriptions: SpaceSubscriptions | undefined
  let hasAccessChanged = false
  slot.onAccessChanged = () => {
    hasAccessChanged = true
    signal.set()
  }

  try {
    for (;;) {
      signal.reset()
      const mayHaveMoved = hasAccessChanged
      hasAccessChanged = false
      if (mayHaveMoved) await call.recheck()
      if (subscriptions === undefined || mayHaveMoved || subscriptions.hasGap()) {
        subscriptions?.stop()
        subscriptions = await subscribeToSpaces(deps, call.actor, subscriber)
        // its space was deleted, or its owner left or was removed: nothing more can arrive
        if (mayHaveMoved && subscriptions.isEmpty) throw new Forbidden(NOWHERE)
      }
      const page = await deps.mailbox.read(call, query, reading, announced)
      const isTimedOut = page.mails.length === 0
      if (!isTimedOut || over.aborted) {
        const hasSlept = ticking !== undefined
        if (hasSlept) await call.recheck()
        const why: unknown = slot.ended.reason
        return {
          ...page,
          isTimedOut,
          elapsedSeconds: elapsedSeconds(),
          ...(isTimedOut && why instanceof Stopped && { stopped: why }),
        }
      }
      if (ticking === undefined) {
        onTick(0)
        ticking = setInterval(() => onTick(elapsedSeconds()), tickMs)
      }
      await signal.wait()
    }
  } finally {
    clearInterval(ticking)
    subscriptions?.stop()
    unsubscribe()
    over.removeEventListener('abort', signal.set)
  }
}

/** A signal that stays set until it is reset, so that one set before `wait` isn't lost. */
function createSignal() {
  let current = Promise.withResolvers<void>()
  return {
    set: () => current.resolve(),
    reset: () => {
      current = Promise.withResolvers()
    },
    /** Resolves when the signal is set, at once if it is set already. */
    wait: () => current.promise,
  }
}
