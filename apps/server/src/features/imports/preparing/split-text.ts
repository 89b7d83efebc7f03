/** Splits a text that is too long for one message (docs/rules/imports.md#texts). */
import { HANDLE_MAX_CHARS, MESSAGE_MAX_CHARS } from '@flockwork/contract/limits'

/** The maximum number of pieces; the rest is left out. */
const PIECES_MAX = 10
const FENCE = '```'
/** A piece ends at a line or word boundary if that leaves at least half of it. */
const SHORTEST_SHARE = 0.5
/** Room for the fences around a split in code. */
const SPARE_CHARS = 2 * (FENCE.length + 1)
const OPEN = '\uE000'
const CLOSE = '\uE001'
/** The maximum length of a resolved mention, with the spaces around it. */
const MENTION_CHARS = HANDLE_MAX_CHARS + 3

export interface SplitText {
  readonly pieces: readonly string[]
  /** Whether some of the text was left out. */
  readonly isCut: boolean
}

/**
 * The text in pieces that each fit into a message, split at lines or words if possible; code blocks continue as code.
 */
export function splitText(text: string, max = MESSAGE_MAX_CHARS): SplitText {
  if (text.length <= max && !text.includes(OPEN)) return { pieces: [text], isCut: false }
  const pieces: string[] = []
  let rest = text
  let isInCode = false
  while (rest !== '' && pieces.length < PIECES_MAX) {
    const end = endOf(rest, max - SPARE_CHARS, max)
    const piece = rest.slice(0, end).trimEnd()
    rest = rest.slice(end)
    const opened = isInCode ? `${FENCE}\n${piece}` : piece
    const isOpen = isFenceOpen(opened)
    pieces.push(isOpen && rest !== '' ? `${opened}\n${FENCE}` : opened)
    isInCode = isOpen
    // preserve the indentation of code
    rest = isInCode ? rest.replace(/^\n/, '') : rest.trimStart()
  }
  return { pieces, isCut: rest !== '' }
}

/** Where the next piece ends; the last one may be as long as a message, others must leave room for fences. */
function endOf(text: string, max: number, maxOfLast: number): number {
  let shown = 0
  let end = text.length
  for (let at = 0; at < text.length;) {
    const isMention = text[at] === OPEN
    const closed = isMention ? text.indexOf(CLOSE, at) : -1
    const next = closed === -1 ? at + sizeAt(text, at) : closed + 1
    shown += closed === -1 ? 1 : MENTION_CHARS
    if (shown <= max) end = next
    if (shown > maxOfLast) return breakBefore(text, end)
    at = next
  }
  return text.length
}

function sizeAt(text: string, at: number): number {
  return (text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1
}

function breakBefore(text: string, end: number): number {
  const least = end * SHORTEST_SHARE
  for (const sign of ['\n\n', '\n', ' ']) {
    const at = text.lastIndexOf(sign, end)
    if (at >= least && !isInMention(text, at)) return at
  }
  return end
}

function isInMention(text: string, at: number): boolean {
  return text.lastIndexOf(OPEN, at) > text.lastIndexOf(CLOSE, at)
}

/** Whether a fence is open at the end of the text. */
function isFenceOpen(text: string): boolean {
  let isOpen = false
  for (const line of text.split('\n')) if (line.trimStart().startsWith(FENCE)) isOpen = !isOpen
  return isOpen
}
