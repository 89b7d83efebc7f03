/**
 * Entities of a displayed text: mentions, topics and names of tasks, found by the contract's grammar, so that exactly what
 * the server counted becomes a chip (docs/rules/messages.md#mentions, docs/rules/tasks.md#names).
 */
import { parseTaskNames } from '@flockwork/contract/tasks/display-id'
import { markdownBlocks } from '@flockwork/contract/text/markdown-blocks'
import { parseMentions } from '@flockwork/contract/text/mentions'
import { parseTopics } from '@flockwork/contract/text/topics'

export interface Entity {
  kind: 'mention' | 'topic' | 'task'
  /** In UTF-16 units, the `@`, `#` or `T` included. */
  start: number
  end: number
}

/** Each renders a link: a thousand take a tenth of a second, and nobody reads that many. */
const ENTITIES_MAX = 200
/** A task's link also has a glyph, and all of them render at once when the tasks are known. */
const TASKS_MAX = 100

/** The first 200 entities of a text, in order: mentions of `handles` only, topics, and at most 100 task names. */
export function entitiesOf(text: string, handles: ReadonlySet<string>): Entity[] {
  const mentions = parseMentions(text).filter(({ handle }) => handles.has(handle))
  const entities = [
    ...mentions.map(({ start, end }): Entity => ({ kind: 'mention', start, end })),
    ...parseTopics(text).map(({ start, end }): Entity => ({ kind: 'topic', start, end })),
    ...parseTaskNames(text)
      .slice(0, TASKS_MAX)
      .map(({ start, end }): Entity => ({ kind: 'task', start, end })),
  ]
  return entities.toSorted((one, other) => one.start - other.start).slice(0, ENTITIES_MAX)
}

export interface Piece {
  kind: 'text' | Entity['kind']
  text: string
  /** Where it begins, in UTF-16 units. */
  start: number
}

/** Splits the text at its entities; the pieces joined are the text. */
export function splitText(text: string, entities: readonly Entity[]): Piece[] {
  const pieces: Piece[] = []
  let from = 0
  for (const { kind, start, end } of entities) {
    if (start > from) pieces.push({ kind: 'text', text: text.slice(from, start), start: from })
    pieces.push({ kind, text: text.slice(start, end), start })
    from = end
  }
  if (from < text.length) pieces.push({ kind: 'text', text: text.slice(from), start: from })
  return pieces
}

/**
 * Two rare punctuation characters, which Markdown treats like `@` and `#` inside a line, and a letter of a rare
 * script, which it treats like `T`.
 */
const PLACEHOLDERS = ['⸚⸛ꓔ', '⹐⹑ꔀ', '⹉⹊ꖠ', '⸖⸗ꗌ', '⸙⸟ꘀ'] as const
const KINDS = ['mention', 'topic', 'task'] as const
const SIGNS: Readonly<Record<Entity['kind'], string>> = { mention: '@', topic: '#', task: 'T' }

export interface Replaced {
  /** The text with a placeholder for the `@`, `#` or `T` of each entity; offsets are unchanged. */
  text: string
  /** Finds entities in a piece of prose; the groups are the placeholder and the name. */
  pattern: RegExp
  kindOf: (placeholder: string) => Entity['kind']
  /** A piece of the text as it was typed. */
  typed: (piece: string) => string
}

/**
 * Carries entities through a Markdown parser: each `@`, `#` and `T` is replaced by a character that the text doesn't
 * contain, so that exactly these are found again wherever the parser puts them. Null without entities.
 */
export function withPlaceholders(text: string, entities: readonly Entity[]): Replaced | null {
  const free = PLACEHOLDERS.find((signs) => ![...signs].some((sign) => text.includes(sign)))
  if (entities.length === 0 || free === undefined) return null
  const kindOf = (placeholder: string) => KINDS[free.indexOf(placeholder)] ?? 'mention'
  const sign = new RegExp(`[${free}]`, 'g')

  let result = ''
  let from = 0
  for (const { kind, start } of entities) {
    result += text.slice(from, start) + free.charAt(KINDS.indexOf(kind))
    from = start + 1
  }
  return {
    text: result + text.slice(from),
    pattern: new RegExp(`([${free}])([\\p{L}\\p{M}\\p{N}_-]*[\\p{L}\\p{M}\\p{N}_])`, 'gu'),
    kindOf,
    typed: (piece) => piece.replaceAll(sign, (placeholder) => SIGNS[kindOf(placeholder)]),
  }
}

/**
 * The text with an empty line after each quote that other text follows directly. Here, as on the server, only lines
 * that begin with `>` are a quote; CommonMark would continue it on the next line.
 */
export function withEndedQuotes(text: string): string {
  if (!text.includes('>')) return text
  let result = ''
  let from = 0
  for (const { start } of markdownBlocks(text)) {
    const before = text.slice(text.lastIndexOf('\n', start - 2) + 1, start)
    if (start === 0 || !QUOTED.test(before)) continue
    result += `${text.slice(from, start)}\n`
    from = start
  }
  return result + text.slice(from)
}

const QUOTED = /^[ \t]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)*>/

const MARKDOWN =
  /[*_`~[\]\\<&|]|:\/\/|www\.|[^\s@]@[^\s@]+\.|^[ \t]*(?:[-+>]|\d{1,9}[.)][ \t]|#{1,6}[ \t]|={2,})|^(?: {4}|\t)|\n[ \t]*\n/im

/** Whether a text is one paragraph without markup: then it is shown without a Markdown parser. */
export function isPlain(text: string): boolean {
  return !MARKDOWN.test(text)
}
