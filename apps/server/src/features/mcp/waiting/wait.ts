/** Waits until something is addressed to an agent: registers, reads what is pending, then sleeps. */
import { performance } from 'node:perf_hooks'
import type { Db } from '../../../platform/database.ts'
import type { Breaker } from '../../agents/index.ts'
import type { Batch, Hub } from '../../realtime/index.ts'
import { createAlarm } from './signal.ts'
import { requireUnpaused, type Call } from '../call.ts'
import type { PendingFilter } from '../../inbox/index.ts'
import { followSpaces, type Following } from './follow-spaces.ts'
import type { Mailbox, MailPage } from '../mailbox/mailbox.ts'
import type { WaitPlace } from './waits.ts'

export interface WaitOptions {
  readonly timeoutMs: number
  /** When the one who waits is gone: nothing is answered. */
  readonly gone: AbortSignal
  /** When the wait is called off: answered as if its time were over. */
  readonly ended: AbortSignal
  /** Tells of changes that the one who waits must be looked at for again. */
  readonly place: Pick<WaitPlace, 'onStale'>
  /** Called at once when the wait begins to sleep, then every `tickMs`, with the seconds so far. */
  readonly onTick: (elapsedSeconds: number) => void
  readonly tickMs: number
}

export interface Waited extends MailPage {
  readonly isTimedOut: boolean
  readonly elapsedSeconds: number
}

interface Deps {
  readonly db: Db
  readonly hub: Hub
  readonly breaker: Pick<Breaker, 'onChange'>
  readonly mailbox: Mailbox
}

/**
 * The first page of mail that there is, or comes before the time is over.
 * @throws what the credential meets, when it stopped being good while waiting; AgentDisabled for a paused agent.
 */
export async function waitForMail(
  deps: Deps,
  call: Call,
  query: PendingFilter,
  options: WaitOptions,
): Promise<Waited> {
  const { timeoutMs, gone, ended, place, onTick, tickMs } = options
  requireUnpaused(call.actor)
  const start = performance.now()
  const elapsedSeconds = () => Math.round((performance.now() - start) / 1000)
  const alarm = createAlarm()
  const heard = new Set<string>()
  // the alarm rings when a space hands the agent a delivery, whose message is noted, or dropped us
  const follower = {
    take: (batch: Batch) => {
      const handed = batch.handedTo(call.actor.accountId)
      for (const { event } of handed) if (event.messageId !== null) heard.add(event.messageId)
      if (handed.length > 0) alarm.ring()
    },
    lose: alarm.ring,
  }
  const over = AbortSignal.any([AbortSignal.timeout(timeoutMs), gone, ended, call.revoked])
  over.addEventListener('abort', alarm.ring, { once: true })
  // what waited for the end of a pause is there then
  const stopListening = deps.breaker.onChange(call.actor.accountId, alarm.ring)
  let ticking: NodeJS.Timeout | undefined
  let following: Following | undefined
  let isStale = false
  place.onStale = () => {
    isStale = true
    alarm.ring()
  }

  try {
    for (;;) {
      // what rings from here on is news
      alarm.reset()
      const mayHaveMoved = isStale
      isStale = false
      if (mayHaveMoved) await call.recheck()
      if (following === undefined || mayHaveMoved || following.isLost()) {
        following?.stop()
        following = await followSpaces(deps, call.actor, follower)
      }
      const page = await deps.mailbox.read(call, query, heard)
      const isTimedOut = page.mails.length === 0
      if (!isTimedOut || over.aborted) {
        const hasSlept = ticking !== undefined
        if (hasSlept) await call.recheck()
        return { ...page, isTimedOut, elapsedSeconds: elapsedSeconds() }
      }
      if (ticking === undefined) {
        onTick(0)
        ticking = setInterval(() => onTick(elapsedSeconds()), tickMs)
      }
      await alarm.rung()
    }
  } finally {
    clearInterval(ticking)
    following?.stop()
    stopListening()
    over.removeEventListener('abort', alarm.ring)
  }
}
