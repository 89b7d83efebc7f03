/** When a chain of agents waits for a person (docs/rules/loops.md#bounds). Pure: the server decides by them. */
import type { Bounds, Hold } from '../loops.ts'

/** Where in its chain an agent's message is: steps from the person, and its number among the messages of agents. */
export interface Place {
  readonly hops: number
  readonly messages: number
}

/** Which bound the message goes beyond; null for neither. */
export function holdReason(
  { hops, messages }: Place,
  { max_hops, max_chain }: Bounds,
): Hold['reason'] | null {
  if (hops > max_hops) return 'hops'
  return messages > max_chain ? 'chain' : null
}

/**
 * How many messages agents write at most after one message that addresses `began` of them, if each answers whatever reaches
 * it by one message that addresses `each` others: every message within both bounds makes `each` more.
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
