/** The control centre's texts about an agent. Pure. */
import type { InstanceAgent } from '@flockwork/contract/admin/agents'
import type { AgentControl } from '@flockwork/contract/agent-control'
import { AGENT_LIMIT_MAX } from '@flockwork/contract/limits'
import { ApiError, detailOf } from '../../../api/api-error.ts'
import { instance, pause as words, tryAgain } from '../../../strings/admin-control.ts'

const GLOBAL = 'managed:global'
const OWNER = 'owner:'

/** Who paused it, as text; null while it isn't paused. */
export function pausedBy({ is_disabled, disabled_by = [] }: AgentControl): string | null {
  if (!is_disabled) return null
  const names = disabled_by.map((entry) => {
    if (entry === GLOBAL) return words.global
    return entry.startsWith(OWNER) ? words.owner(entry.slice(OWNER.length)) : words.administrator
  })
  return words.by(names.length === 0 ? words.administrator : names.join(', '))
}

/** Whether only the global switch pauses it. */
export function isPausedGloballyAlone({ disabled_by = [] }: AgentControl): boolean {
  return disabled_by.length === 1 && disabled_by[0] === GLOBAL
}

/** Recent activity: refusals first, if any; calls only when there is nothing else. */
export function recentActivity({ lately }: Pick<InstanceAgent, 'lately'>): string {
  const { messages, tasks, refused, calls } = lately
  const parts = [
    messages > 0 && instance.did(messages, 'messages'),
    tasks > 0 && instance.did(tasks, 'tasks'),
    refused > 0 && instance.did(refused, 'refused'),
  ].filter(Boolean)
  if (parts.length > 0) return parts.join(' · ')
  return calls > 0 ? instance.did(calls, 'calls') : instance.nothing
}

/** Parses a limit field: null for unlimited, undefined for an invalid limit. */
export function readLimit(typed: string): number | null | undefined {
  const text = typed.trim()
  if (text === '') return null
  if (!/^\d{1,9}$/.test(text)) return undefined
  const limit = Number(text)
  return limit <= AGENT_LIMIT_MAX ? limit : undefined
}

/** The reason of a failure, in the server's words if it sent any. */
export function reasonOf(error: Error): string {
  const own = error instanceof ApiError || error.message === '' ? tryAgain : error.message
  return detailOf(error, own)
}
