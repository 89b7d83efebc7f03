const STOP_WORDS = new Set(['a', 'an', 'the', 'is', 'at', 'in', 'on', 'of', 'to', 'be'])
const TOPIC_MIN_CHARS = 2
const NUMERIC = /^\p{N}+$/u

/**
 * Whether a topic, without its `#`, may trend: not a number, a single letter or a stop word
 * (docs/rules/search.md#trending).
 */
export function mayTrend(topic: string): boolean {
  return [...topic].length >= TOPIC_MIN_CHARS && !NUMERIC.test(topic) && !STOP_WORDS.has(topic.toLowerCase())
}
