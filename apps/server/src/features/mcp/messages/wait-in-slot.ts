/** A wait within a call of the tool `messages`: its timeout, its progress, and why there may be none. */
import { WAIT_PROGRESS_EVERY_MS, WAITS_PER_AGENT } from '@flockwork/contract/limits'
import type { PendingFilter } from '../../inbox/index.ts'
import { onOneLine } from '../answers/one-line.ts'
import type { ToolCall, ToolServices } from '../tools/tool.ts'
import { timeoutOf } from '../tools/values.ts'
import { waitForMail, type WaitResult } from '../waiting/wait.ts'
import type { NoSlot, WaitSlot } from '../waiting/waits.ts'

export function whyNoSlot({ retryAfterSeconds, suspension }: NoSlot): string {
  const again = `Try again in ${retryAfterSeconds} s, or call without wait.`
  if (suspension === undefined)
    return `Too many waits at once: at most ${WAITS_PER_AGENT} for one agent. ${again}`
  const reason = suspension.reason === undefined ? '' : ` (${onOneLine(suspension.reason)})`
  return `This agent stopped waiting${reason}. ${again} To lift it, call messages with action stop and timeout 0.`
}

/** The delivery reasons of each `wait_mode`. */
export const REASONS = { mentions: ['mention'], direct: ['mention', 'reply'], all: undefined } as const

export async function waitInSlot(
  services: ToolServices,
  call: ToolCall,
  slot: WaitSlot,
  query: PendingFilter,
  timeout: number | undefined,
): Promise<WaitResult> {
  const { progress, disconnected, actor } = call
  const seconds = timeoutOf(timeout, progress !== undefined)
  return waitForMail(services, call, query, {
    timeoutMs: Math.round(seconds * 1000),
    disconnected,
    slot,
    tickMs: WAIT_PROGRESS_EVERY_MS,
    onTick: (elapsed) => {
      services.touch(actor.accountId)
      progress?.(elapsed, seconds)
    },
  })
}
