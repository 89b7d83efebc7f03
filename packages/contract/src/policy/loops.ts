/** When a chain of agents is held for a person (docs/rules/loops.md#bounds). Pure. */
import type { Bounds, Hold } from '../loops.ts'

/** The position of an agent's message in its chain: steps from the person, and its ordinal among agents' messages. */
export interface Place {
  readonly hops: number
  readonly messages: number
}

/** The bound that the message exceeds; null for none. */
export function holdReason(
  { hops, messages }: Place,
  { max_hops, max_chain }: Bounds,
): Hold['reason'] | null {
  if (hops > max_hops) return 'hops'
  return messages > max_chain ? 'chain' : null
}

/**
 * The maximum number of agents' messages after one message to `began` of them, if each answers whatever reaches
 * it with one message to `each` others: every message within both bounds leads to `each` more.
 */
export function mostMessages(
  { began, each }: { began: number; each: number },
  { max_hops, max_chain }: Bounds,
): number {
  let within = 0
  let atStep = began
  for (let step = 1; step <= max_hops && within < max_chain && atStep > 0; step++) {
    within += atStep
    atStep *= each
  }
  return began + each * Math.min(max_chain, within)
}
