/** A wait within a call of the tool `messages`: its slot, its timeout and its progress. */
import { WAIT_PROGRESS_EVERY_MS, WAIT_WITH_PROGRESS_MAX_S, WAITS_PER_AGENT } from '@flockwork/contract/limits'
import type { PendingFilter } from '../../inbox/index.ts'
import { onOneLine } from '../../../platform/one-line.ts'
import { QUOTED } from '../answers/quoted.ts'
import type { Reading } from '../mailbox/mailbox.ts'
import type { MessagesArguments } from '../tools/schemas.ts'
import type { ToolCall, ToolServices } from '../tools/tool.ts'
import { timeoutOf } from '../tools/values.ts'
import { waitForMail, type WaitResult } from '../waiting/wait.ts'
import type { Stopped } from '../waiting/suspensions.ts'
import type { NoSlot, WaitSlot } from '../waiting/waits.ts'

export function whyNoSlot({ retryAfterSeconds, suspension }: NoSlot): string {
  const again = `Try again in ${retryAfterSeconds} s, or call without wait.`
  if (suspension === undefined)
    return `Too many waits at once: at most ${WAITS_PER_AGENT} for one agent. ${again}`
  const reason = suspension.reason === undefined ? '' : ` (${onOneLine(suspension.reason)})`
  return `This agent stopped waiting${reason}. ${again} To lift it, call messages with action stop and timeout 0.`
}

/** The delivery reasons that count in each `wait_mode`. */
export const COUNTING = {
  mentions: { reasons: ['mention'] },
  direct: { reasons: ['mention', 'reply'] },
  assigned: { reasons: ['assignment', 'approval'] },
  urgent: { isUrgent: true },
  all: {},
} as const satisfies Readonly<Record<string, Pick<PendingFilter, 'reasons' | 'isUrgent'>>>

export interface WaitRequest {
  readonly query: PendingFilter
  readonly reading?: Reading | undefined
  readonly timeout: number | undefined
}

export async function waitInSlot(
  services: ToolServices,
  call: ToolCall,
  slot: WaitSlot,
  { query, reading = 'taking', timeout }: WaitRequest,
): Promise<WaitResult> {
  const { progress, disconnected, actor } = call
  const seconds = timeoutOf(timeout, progress !== undefined)
  return waitForMail(services, call, query, {
    timeoutMs: Math.round(seconds * 1000),
    reading,
    disconnected,
    slot,
    tickMs: WAIT_PROGRESS_EVERY_MS,
    onTick: (elapsed) => {
      services.touch(actor.accountId)
      progress?.(elapsed, seconds)
    },
  })
}

/** The text of a wait that its agent stopped. */
export function whyStopped({ secondsLeft, reason }: Stopped, elapsedSeconds: number) {
  const why = reason === undefined ? '' : ` Reason given: "${onOneLine(reason)}". ${QUOTED}`
  const again =
    secondsLeft === 0
      ? "Don't wait again unless there is reason to."
      : `Don't wait again before ${secondsLeft} s are over, or call messages with action stop and timeout 0.`
  return {
    text: `WAIT STOPPED after ${elapsedSeconds}s: this agent called stop.${why} ${again}`,
    facts: {
      status: 'stopped',
      ...(reason !== undefined && { reason }),
      ...(secondsLeft > 0 && { retry_after_seconds: secondsLeft }),
    },
  }
}

/** The notice of a call whose timeout was too long. */
export function cutTimeout({ wait, timeout }: MessagesArguments, hasProgress: boolean): string | undefined {
  if (wait !== true || timeout === undefined || timeout <= timeoutOf(timeout, hasProgress)) return undefined
  return `timeout was cut to ${timeoutOf(timeout, hasProgress)} s${hasProgress ? '' : `; with a progress token at most ${WAIT_WITH_PROGRESS_MAX_S}`}.`
}
