/** A wait inside a tool: its place, its time, its progress. */
import { WAIT_PROGRESS_EVERY_MS, WAITS_PER_AGENT } from '@flockwork/contract/limits'
import type { PendingFilter } from '../inbox/index.ts'
import type { ToolCall, ToolServices } from './tool.ts'
import { timeoutOf } from './values.ts'
import { waitForMail, type Waited } from './wait.ts'
import type { WaitPlace } from './waits.ts'

/** What a caller without a place is told. */
export const WAIT_RETRY_AFTER_S = 5

export const NO_PLACE = `Too many waits at once: at most ${WAITS_PER_AGENT} for one agent. Try again in ${WAIT_RETRY_AFTER_S} s, or call without wait.`

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
    tickMs: WAIT_PROGRESS_EVERY_MS,
    onTick: (elapsed) => {
      services.touch(actor.accountId)
      progress?.(elapsed, seconds)
    },
  })
}
