/** Waits until something is addressed to an agent: registers, reads what is pending, then sleeps. */
import { performance } from 'node:perf_hooks'
import type { Db } from '../../platform/database.ts'
import type { Breaker } from '../agents/index.ts'
import type { Hub } from '../realtime/index.ts'
import { spacesOf } from '../spaces/index.ts'
import { requireUnpaused, type Call } from './call.ts'
import { createAlarm, type Alarm } from './alarm.ts'
import type { PendingFilter } from '../inbox/index.ts'
import type { Mailbox, MailPage } from './mailbox.ts'

export interface WaitOptions {
  readonly timeoutMs: number
  /** When the one who waits is gone: nothing is answered. */
  readonly gone: AbortSignal
  /** When the wait is called off: answered as if its time were over. */
  readonly ended: AbortSignal
  /** Called at once when the wait begins to sleep, then every `tickMs`, with the seconds so far. */
  readonly onTick: (elapsedSeconds: number) => void
  readonly tickMs: number
}

export interface Waited extends MailPage {
  readonly isTimedOut: boolean
  readonly elapsedSeconds: number
}

interface Needs {
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
  needs: Needs,
  call: Call,
  query: PendingFilter,
  options: WaitOptions,
): Promise<Waited> {
  const { timeoutMs, gone, ended, onTick, tickMs } = options
  requireUnpaused(call.actor)
  const start = performance.now()
  const elapsedSeconds = () => Math.round((performance.now() - start) / 1000)
  const alarm = createAlarm()
  const heard = new Set<string>()
  const over = AbortSignal.any([AbortSignal.timeout(timeoutMs), gone, ended, call.revoked])
  over.addEventListener('abort', alarm.ring, { once: true })
  // what waited for the end of a pause is there then
  const stopListening = needs.breaker.onChange(call.actor.accountId, alarm.ring)
  let ticking: NodeJS.Timeout | undefined
  let listening: Listening | undefined

  try {
    for (;;) {
      // what rings from here on is news
      alarm.reset()
      if (listening === undefined || listening.isLost()) {
        listening?.stop()
        listening = await listen(needs, call, alarm, heard)
      }
      const page = await needs.mailbox.read(call, query, heard)
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
    listening?.stop()
    stopListening()
    over.removeEventListener('abort', alarm.ring)
  }
}

interface Listening {
  /** Whether a space dropped us because it couldn't serve us in time. */
  isLost(): boolean
  stop(): void
}

/**
 * Follows every space of the agent: the alarm rings when one hands it a delivery, whose message is noted in
 * `heard`, or dropped us.
 */
async function listen(
  { db, hub }: Needs,
  { actor }: Call,
  alarm: Alarm,
  heard: Set<string>,
): Promise<Listening> {
  const stops: (() => void)[] = []
  const stop = () => stops.forEach((one) => one())
  let isLost = false
  const lose = () => {
    isLost = true
    alarm.ring()
  }
  try {
    for (const spaceId of await spacesOf(db, actor.accountId)) {
      const subscription = await hub.follow(spaceId, {
        take: (batch) => {
          const handed = batch.handedTo(actor.accountId)
          for (const { event } of handed) if (event.messageId !== null) heard.add(event.messageId)
          if (handed.length > 0) alarm.ring()
        },
        lose,
      })
      stops.push(() => subscription.stop())
      if (!subscription.goLive(subscription.head)) lose()
    }
  } catch (error) {
    stop()
    throw error
  }
  return { isLost: () => isLost, stop }
}
