/** A wait inside a tool: its place, its time, its progress. */
import { WAIT_PROGRESS_EVERY_MS, WAITS_PER_AGENT } from '@flockwork/contract/limits'
import type { PendingFilter } from '../../inbox/index.ts'
import { onOneLine } from '../answers/present.ts'
import type { ToolCall, ToolServices } from '../tools/tool.ts'
import { timeoutOf } from '../tools/values.ts'
import { waitForMail, type Waited } from '../waiting/wait.ts'
import type { NoPlace, WaitPlace } from '../waiting/waits.ts'

/** What a caller without a place is told. */
export function whyNoPlace({ retryAfterSeconds, stop }: NoPlace): string {
  const again = `Try again in ${retryAfterSeconds} s, or call without wait.`
  if (stop === undefined) return `Too many waits at once: at most ${WAITS_PER_AGENT} for one agent. ${again}`
  const reason = stop.reason === undefined ? '' : ` (${onOneLine(stop.reason)})`
  return `This agent stopped waiting${reason}. ${again} To lift it, call messages with action stop and timeout 0.`
}

/** Which reasons each `wait_mode` means. */
export const REASONS = { mentions: ['mention'], direct: ['mention', 'reply'], all: undefined } as const

export async function waitInPlace(
  services: ToolServices,
  call: ToolCall,
  place: WaitPlace,
  query: PendingFilter,
  timeout: number | undefined,
): Promise<Waited> {
  const { progress, gone, actor } = call
  const seconds = timeoutOf(timeout, progress !== undefined)
  return waitForMail(services, call, query, {
    timeoutMs: Math.round(seconds * 1000),
    gone,
    ended: place.ended,
    place,
    tickMs: WAIT_PROGRESS_EVERY_MS,
    onTick: (elapsed) => {
      services.touch(actor.accountId)
      progress?.(elapsed, seconds)
    },
  })
}
