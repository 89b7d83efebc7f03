/** Reads JSON from outside. */
import { JSON_DEPTH_MAX } from '@flockwork/contract/limits'
import { TooDeep } from './errors.ts'

const OPENING = new Set(['{', '['])
const CLOSING = new Set(['}', ']'])

/**
 * The value that a text says.
 *
 * @throws SyntaxError for what is no JSON; TooDeep for what is nested deeper than anything of ours, before it is
 * parsed: whatever walks such a value would exhaust the stack.
 */
export function parseJson(text: string): unknown {
  if (isDeeper(text, JSON_DEPTH_MAX)) throw new TooDeep()
  return JSON.parse(text)
}

/** Whether more than `max` objects and lists of a JSON text are within each other; of a text that is no JSON, a guess. */
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
