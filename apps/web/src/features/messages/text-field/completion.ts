/** Suggestions for the name after an @, # or T- that is being typed. Pure. */
import type { TopicCount } from '@flockwork/contract/search'
import type { RosterItem } from '@flockwork/contract/spaces'
import type { Task } from '@flockwork/contract/tasks'
import { isOpen } from '@flockwork/contract/tasks/statuses'
import { proseRanges } from '@flockwork/contract/text/prose'

export const SUGGESTIONS_MAX = 8

export interface Trigger {
  kind: 'mention' | 'topic' | 'task'
  /** What was typed after the @, # or T-. */
  query: string
  /** The index of the @, # or T, in UTF-16 units. */
  start: number
}

const MENTION = /(?<![\p{L}\p{M}\p{N}_/.@])@([A-Za-z0-9_-]*)$/u
const TASK = /(?<![\p{L}\p{M}\p{N}_/.@#-])T-([\p{L}\p{M}\p{N}_-]*)$/u
const TOPIC = /(?<![\p{L}\p{M}\p{N}_/.@#])#(\p{L}[\p{L}\p{M}\p{Nd}_-]*)$/u

const KINDS: Readonly<Record<string, Trigger['kind']>> = { '@': 'mention', '#': 'topic', T: 'task' }
const SIGNS: Readonly<Record<Trigger['kind'], string>> = { mention: '@', topic: '#', task: 'T-' }

/** The name being typed right before the caret; null if there is none, or in code, a URL or a quote. */
export function triggerAt(text: string, caret: number): Trigger | null {
  const before = text.slice(0, caret)
  const match = MENTION.exec(before) ?? TOPIC.exec(before) ?? TASK.exec(before)
  if (!match) return null
  const start = match.index
  const isInProse = proseRanges(text).some((range) => range.start <= start && start < range.end)
  if (!isInProse) return null
  return { kind: KINDS[before.charAt(start)] ?? 'topic', query: match[1] ?? '', start }
}

/** The text with the name at `trigger` completed, and the caret after it. */
export function complete(
  text: string,
  caret: number,
  trigger: Trigger,
  name: string,
): { text: string; caret: number } {
  const rest = text.slice(caret)
  const inserted = `${SIGNS[trigger.kind]}${name}${/^\s/.test(rest) ? '' : ' '}`
  const isSpaced = inserted.endsWith(' ')
  return {
    text: text.slice(0, trigger.start) + inserted + rest,
    caret: trigger.start + inserted.length + (isSpaced ? 0 : 1),
  }
}

/** Who matches `query`: first by the start of the handle, then by a part of the name, then anywhere in the handle. */
export function mentionCandidates(
  people: readonly RosterItem[],
  query: string,
  viewerId: string,
): RosterItem[] {
  const typed = query.toLowerCase()
  const others = people.filter(({ id }) => id !== viewerId)
  const ranked = others.flatMap((item) => {
    const rank = rankOf(item, typed)
    return rank === null ? [] : [{ item, rank }]
  })
  return ranked
    .toSorted((one, other) => one.rank - other.rank || byRecency(one.item, other.item))
    .slice(0, SUGGESTIONS_MAX)
    .map(({ item }) => item)
}

function rankOf({ handle, display_name }: RosterItem, typed: string): number | null {
  const name = display_name.toLowerCase()
  if (handle.startsWith(typed)) return 0
  if (name.split(/\s+/).some((part) => part.startsWith(typed))) return 1
  return handle.includes(typed) ? 2 : null
}

/** Most recently active first, then by handle. */
export function byRecency(one: RosterItem, other: RosterItem): number {
  const at = (item: RosterItem) => item.presence.last_active ?? ''
  if (at(one) !== at(other)) return at(one) < at(other) ? 1 : -1
  return one.handle < other.handle ? -1 : 1
}

/** Topics that contain `query`: those that begin with it first, then the most used. */
export function topicCandidates(topics: Iterable<string>, query: string): TopicCount[] {
  const typed = query.toLowerCase().normalize('NFC')
  const counts = new Map<string, number>()
  for (const topic of topics) {
    if (topic.includes(typed) && topic !== typed) counts.set(topic, (counts.get(topic) ?? 0) + 1)
  }
  return [...counts]
    .map(([topic, count]) => ({ topic, count }))
    .toSorted(
      (one, other) =>
        Number(other.topic.startsWith(typed)) - Number(one.topic.startsWith(typed)) ||
        other.count - one.count ||
        (one.topic < other.topic ? -1 : 1),
    )
    .slice(0, SUGGESTIONS_MAX)
}

type TaskCandidate = Pick<Task, 'id' | 'display_id' | 'title' | 'status'>

/**
 * The tasks that match `query`, without duplicates: those whose number starts with it, then those with a word of the
 * title that does, then others that the server found. Open ones come first among each.
 */
export function taskCandidates<T extends TaskCandidate>(
  recent: readonly T[],
  found: readonly T[],
  query: string,
): T[] {
  const typed = query.toLowerCase()
  const isFound = new Set(found.map(({ id }) => id))
  const byId = new Map([...recent, ...found].map((task) => [task.id, task]))
  const ranked = [...byId.values()].flatMap((task) => {
    const rank = rankOfTask(task, typed) ?? (isFound.has(task.id) ? 2 : null)
    return rank === null ? [] : [{ task, rank: rank * 2 + Number(!isOpen(task.status)) }]
  })
  return ranked
    .toSorted((one, other) => one.rank - other.rank)
    .slice(0, SUGGESTIONS_MAX)
    .map(({ task }) => task)
}

function rankOfTask({ display_id, title }: TaskCandidate, typed: string): number | null {
  if (display_id.slice(2).startsWith(typed)) return 0
  const words = title.toLowerCase().split(/[^\p{L}\p{M}\p{N}]+/u)
  return words.some((word) => word.startsWith(typed)) ? 1 : null
}
