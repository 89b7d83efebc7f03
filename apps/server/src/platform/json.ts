/** Reads JSON from outside. */
import { JSON_DEPTH_MAX } from '@flockwork/contract/limits'
import { TooDeep } from './errors.ts'

const OPENING = new Set(['{', '['])
const CLOSING = new Set(['}', ']'])

/**
 * Parses JSON, bounded in depth.
 *
 * @throws SyntaxError for invalid JSON; TooDeep for JSON nested deeper than any body of ours, before it is
 * parsed: walking such a value would exhaust the stack.
 */
export function parseJson(text: string): unknown {
  if (isDeeper(text, JSON_DEPTH_MAX)) throw new TooDeep()
  return JSON.parse(text)
}

/** Whether a JSON text nests more than `max` objects and lists. For invalid JSON the result means nothing. */
export function isDeeper(text: string, max: number): boolean {
  let depth = 0
  let isInString = false
  for (let at = 0; at < text.length; at += 1) {
    const char = text[at] ?? ''
    if (isInString) {
      if (char === '\\') at += 1
      else if (char === '"') isInString = false
    } else if (char === '"') isInString = true
    else if (OPENING.has(char)) {
      depth += 1
      if (depth > max) return true
    } else if (CLOSING.has(char)) depth -= 1
  }
  return false
}
