/**
 * The product-independent result of reading an export: people, channels, and messages in chronological order. It
 * doesn't depend on the space, so it is written once, in the dry run, and only read when the import runs.
 */
import type { PersonToImport } from '../people.ts'

export interface PreparedChannel {
  /** The channel's name here. */
  readonly name: string
  /** Its name in the other product. */
  readonly original: string
  readonly isArchived: boolean
}

export interface PreparedPlace {
  readonly source: 'slack' | 'zulip'
  /** The same for every export of one workspace. */
  readonly placeId: string
  readonly people: readonly PersonToImport[]
  readonly channels: readonly PreparedChannel[]
}

/** A message; its keys are short, because there is a line for each message. */
export interface PreparedMessage {
  /** The key, the same in every export of the workspace. */
  readonly k: string
  /** The author's id in the other product. */
  readonly a: string
  /** The channel's name here. */
  readonly c: string
  /** Milliseconds since 1970. */
  readonly t: number
  /** The text, with `mentionOf` for mentions. */
  readonly x: string
  /** The key of the first message of its thread. */
  readonly r?: string
  /** The time of its last edit, and the id of its editor. */
  readonly e?: readonly [number, string]
  /** Its earlier texts, oldest first: text, editor, time. */
  readonly v?: readonly (readonly [string, string, number])[]
  /** Reactions: account and emoji. */
  readonly re?: readonly (readonly [string, string])[]
  /** Deleted in the other product. */
  readonly d?: true
}

// Characters of the private use area, which conversion removes from texts; the third is for converters.
const OPEN = '\uE000'
const CLOSE = '\uE001'
const MARKS = /[\uE000-\uE002]/g
const MENTION = /\uE000([^\uE000\uE001]{1,200})\uE001/g

export function withoutMarks(text: string): string {
  return text.replaceAll(MARKS, '')
}

/** A placeholder for a mention, by the id in the other product, until the handle here is known. */
export function mentionOf(sourceId: string): string {
  return `${OPEN}${withoutMarks(sourceId)}${CLOSE}`
}

const NAME_CHARACTER = /[A-Za-z0-9_-]/
const BEFORE_MENTION = /[\p{L}\p{M}\p{N}_/.@]$/u

/** Replaces the mentions in a text by handles, with a space where a handle would run into the next word. */
export function nameMentions(text: string, handleOf: (sourceId: string) => string | undefined): string {
  if (!text.includes(OPEN)) return text
  return text.replaceAll(MENTION, (mark: string, sourceId: string, offset: number) => {
    const handle = handleOf(sourceId)
    if (handle === undefined) return '@unknown'
    const before = BEFORE_MENTION.test(text.slice(Math.max(0, offset - 2), offset)) ? ' ' : ''
    const after = NAME_CHARACTER.test(text[offset + mark.length] ?? '') ? ' ' : ''
    return `${before}@${handle}${after}`
  })
}

/** The ids of the mentioned accounts, without repeats. */
export function mentionedIn(text: string): string[] {
  if (!text.includes(OPEN)) return []
  return [...new Set([...text.matchAll(MENTION)].map(([, sourceId]) => sourceId ?? ''))]
}
