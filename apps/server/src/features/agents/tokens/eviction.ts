/** Which token is revoked when an agent at its maximum gets another (docs/rules/agents.md#tokens). Pure. */
import { AGENT_TOKEN_IN_USE_MS } from '@flockwork/contract/limits'

export interface LiveToken {
  readonly id: string
  readonly created_at: Date
  readonly last_used_at: Date | null
}

/**
 * The oldest that was never used, else the least recently used; never one that was used within the last 24 hours:
 * `undefined` when all were.
 */
export function tokenToEvict(tokens: readonly LiveToken[], now: number): string | undefined {
  const unused = tokens
    .filter(({ last_used_at }) => last_used_at === null)
    .toSorted((one, other) => one.created_at.getTime() - other.created_at.getTime())
  const usedAt = ({ last_used_at }: LiveToken) => last_used_at?.getTime() ?? 0
  const idle = tokens
    .filter((token) => token.last_used_at !== null && now - usedAt(token) >= AGENT_TOKEN_IN_USE_MS)
    .toSorted((one, other) => usedAt(one) - usedAt(other))
  return (unused[0] ?? idle[0])?.id
}
