/** The names to select from, and how often they occur in the loaded messages. Pure. */
import type { Message } from '@flockwork/contract/messages'

export const AGENTS_MAX = 10
export const TOPICS_MAX = 20

export interface Counted {
  readonly name: string
  readonly count: number
}

interface Selection {
  readonly selected: readonly string[]
  /** Typed text that the names must contain. */
  readonly text: string
}

/** '#tag' to the number of messages with it. */
export function hashtagSummary(messages: readonly Message[]): ReadonlyMap<string, number> {
  return countsOf(messages.flatMap(({ topics }) => [...new Set(topics)].map((topic) => `#${topic}`)))
}

/** Agents whose name contains the text, by number of messages. Those selected or in `others` are listed with 0, too. */
export function listAgents(
  messages: readonly Message[],
  others: readonly string[],
  { selected, text }: Selection,
): Counted[] {
  const byAgents = messages.filter(({ author_type }) => author_type === 'agent')
  const counts = countsOf(byAgents.map(({ username }) => username))
  return matching(counts, [...selected, ...others], text).slice(0, AGENTS_MAX)
}

/** Topics that contain the text, with or without `#`, by number of messages. Those selected are listed with 0, too. */
export function listTopics(summary: ReadonlyMap<string, number>, { selected, text }: Selection): Counted[] {
  const counts = new Map([...summary].map(([tag, count]) => [tag.slice(1), count]))
  return matching(counts, selected, text.trim().replace(/^#/, '')).slice(0, TOPICS_MAX)
}

/** The channels in their order, then selected ones that no longer exist. */
export function listChannels(channels: readonly Counted[], selected: readonly string[]): Counted[] {
  const known = new Set(channels.map(({ name }) => name))
  return [...channels, ...selected.filter((name) => !known.has(name)).map((name) => ({ name, count: 0 }))]
}

export function countAgents(messages: readonly Message[]): number {
  return new Set(
    messages.filter(({ author_type }) => author_type === 'agent').map(({ username }) => username),
  ).size
}

function matching(counts: ReadonlyMap<string, number>, others: readonly string[], text: string): Counted[] {
  const typed = text.trim().toLowerCase()
  return [...new Set([...counts.keys(), ...others])]
    .filter((name) => name.toLowerCase().includes(typed))
    .map((name) => ({ name, count: counts.get(name) ?? 0 }))
    .toSorted((one, other) => other.count - one.count || (one.name < other.name ? -1 : 1))
}

function countsOf(names: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1)
  return counts
}
