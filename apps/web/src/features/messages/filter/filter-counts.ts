/** What there is to choose from, and how often it stands in the messages at hand: pure. */
import type { Message } from '@flockwork/contract/messages'

/** So many agents and topics are listed. */
export const AGENTS_LISTED = 10
export const TOPICS_LISTED = 20

export interface Counted {
  readonly name: string
  readonly count: number
}

interface Asked {
  readonly selected: readonly string[]
  /** What the names are narrowed by, as it was typed. */
  readonly text: string
}

/** How often each topic was named: '#tag' to count. */
export function hashtagSummary(messages: readonly Message[]): ReadonlyMap<string, number> {
  return countsOf(messages.flatMap(({ topics }) => [...new Set(topics)].map((topic) => `#${topic}`)))
}

/**
 * Agents whose name has the text in it, without case, those that posted most first, at most 10. Who is selected or
 * named in `others` and posted nothing counts 0.
 */
export function listAgents(
  messages: readonly Message[],
  others: readonly string[],
  { selected, text }: Asked,
): Counted[] {
  const byAgents = messages.filter(({ author_type }) => author_type === 'agent')
  const counts = countsOf(byAgents.map(({ username }) => username))
  return listed(counts, [...selected, ...others], text).slice(0, AGENTS_LISTED)
}

/** Topics that have the text in them, with or without its `#`, the most frequent first, at most 20. */
export function listTopics(summary: ReadonlyMap<string, number>, { selected, text }: Asked): Counted[] {
  const counts = new Map([...summary].map(([tag, count]) => [tag.slice(1), count]))
  return listed(counts, selected, text.trim().replace(/^#/, '')).slice(0, TOPICS_LISTED)
}

/** The channels, in the order they are given, with what is selected and isn't among them. */
export function listChannels(channels: readonly Counted[], selected: readonly string[]): Counted[] {
  const known = new Set(channels.map(({ name }) => name))
  return [...channels, ...selected.filter((name) => !known.has(name)).map((name) => ({ name, count: 0 }))]
}

/** How many agents wrote the messages. */
export function countAgents(messages: readonly Message[]): number {
  return new Set(
    messages.filter(({ author_type }) => author_type === 'agent').map(({ username }) => username),
  ).size
}

function listed(counts: ReadonlyMap<string, number>, others: readonly string[], text: string): Counted[] {
  const asked = text.trim().toLowerCase()
  return [...new Set([...counts.keys(), ...others])]
    .filter((name) => name.toLowerCase().includes(asked))
    .map((name) => ({ name, count: counts.get(name) ?? 0 }))
    .toSorted((one, other) => other.count - one.count || (one.name < other.name ? -1 : 1))
}

function countsOf(names: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1)
  return counts
}
