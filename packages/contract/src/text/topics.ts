import { findInProse } from './find-in-prose.ts'

/** `start` is the position of the `#`, `end` the one after the topic, in UTF-16 units. */
export interface TopicMark {
  topic: string
  start: number
  end: number
}

/** Longer runs aren't topics: an index row has a maximum size. */
export const TOPIC_MAX_CHARS = 100

// `&#x27;` is a character reference, not a topic.
const TOPIC =
  /(?<![\p{L}\p{M}\p{N}_/.@#])(?<!&(?=#x[0-9a-f]{1,6};))#(\p{L}(?:[\p{L}\p{M}\p{Nd}_-]*[\p{L}\p{M}\p{Nd}_])?)/giu

/**
 * The topics of a text: `#` and a letter of any script, then letters, digits, `_` and `-` (not
 * last), where a mention could be: not after a letter, digit, `_`, `/`, `.`, `@` or another
 * `#`, never in code, a URL or a block quote.
 *
 * A topic is lower-case, without its `#`, and in a single Unicode normalisation. In order, repeats
 * included.
 */
export function parseTopics(text: string): TopicMark[] {
  if (!text.includes('#')) return []

  return findInProse(text, TOPIC).flatMap(({ name, start, end }) => {
    const topic = name.toLowerCase().normalize('NFC')
    return topic.length <= TOPIC_MAX_CHARS ? [{ topic, start, end }] : []
  })
}

/** The topics of a text, each once, in order of first appearance. */
export function topicsIn(text: string): string[] {
  return [...new Set(parseTopics(text).map(({ topic }) => topic))]
}
