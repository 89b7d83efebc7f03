import type { AgentControl } from '@flockwork/contract/agent-control'
import { pausedBy as words } from '../../../strings/agent-pause.ts'

const OWNER = 'owner:'

/** Who paused an agent and why, as far as the viewer may know; null while it isn't paused. Pure. */
export function pauseLine({
  is_disabled,
  disabled_by = [],
  disabled_reason: why,
}: AgentControl): string | null {
  const [first] = disabled_by
  if (!is_disabled || first === undefined) return null
  const by = first.startsWith(OWNER)
    ? words.owner(first.slice(OWNER.length))
    : first === 'managed:global'
      ? words.global
      : words.administrator
  return why ? `${by}: ${why}` : by
}
