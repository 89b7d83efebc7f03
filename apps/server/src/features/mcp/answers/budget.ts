/**
 * The size limit of an answer: a host shows its model only the beginning of a longer one, while the server would assume
 * that all of it was read (docs/rules/mcp.md#budget).
 */
import { MCP_ANSWER_MAX_BYTES } from '@flockwork/contract/limits'

/** Reserved for the heading, notes, hints and counts of an answer; the items share the rest. */
const AROUND_BYTES = 1500

export const ITEMS_MAX_BYTES = MCP_ANSWER_MAX_BYTES - AROUND_BYTES

/** How many of the first items fit in every layer of an answer; at least one, if there is any. */
export function countThatFit(sizes: readonly number[], room = ITEMS_MAX_BYTES): number {
  let bytes = 0
  const end = sizes.findIndex((size) => (bytes += size) > room)
  return end === -1 ? sizes.length : Math.max(1, end)
}

export function firstThatFit<T>(items: readonly T[], sizeOf: (item: T) => number, room?: number): T[] {
  return items.slice(0, countThatFit(items.map(sizeOf), room))
}

export function lastThatFit<T>(items: readonly T[], sizeOf: (item: T) => number, room?: number): T[] {
  const count = countThatFit(items.map(sizeOf).toReversed(), room)
  return count === 0 ? [] : items.slice(-count)
}

/** The bytes of an item in its longest layer: as lines, or as facts in each list that contains it. */
export function sizeOf(lines: readonly string[], ...facts: readonly unknown[]): number {
  const text = lines.reduce((bytes, line) => bytes + Buffer.byteLength(line) + 1, 0)
  const json = facts.reduce<number>((bytes, fact) => bytes + Buffer.byteLength(JSON.stringify(fact)) + 1, 0)
  return Math.max(text, json)
}
