/**
 * The part of an unfinished answer that readers see (docs/rules/managed-agents.md#while-it-works): checked like a
 * message, and a few words behind, so that nothing is shown that its continuation would cause to be refused.
 */

/** How much is held back: longer than a card number, or than a name and the start of its secret. */
const HELD_BACK_CHARS = 64
/** The shown end of the text, which is what readers follow; fits into one notification in any script. */
const SHOWN_MAX_BYTES = 5000

/** The part that may be shown; empty if the text is too short. */
export function settledPart(text: string): string {
  const cut = text.slice(0, Math.max(0, text.length - HELD_BACK_CHARS))
  // up to a space: an unfinished word may become anything
  const end = Math.max(cut.lastIndexOf(' '), cut.lastIndexOf('\n'))
  return end === -1 ? '' : cut.slice(0, end)
}

/** The end of the text that fits, starting with a whole word. */
export function shownEnd(text: string): string {
  if (bytesOf(text) <= SHOWN_MAX_BYTES) return text
  let from = text.length - SHOWN_MAX_BYTES
  while (bytesOf(text.slice(from)) > SHOWN_MAX_BYTES) from += 200
  const word = text.indexOf(' ', from)
  return `… ${text.slice(word === -1 ? from : word + 1).toWellFormed()}`
}

/** The size as JSON: quotes, control characters and everything beyond ASCII take more. */
function bytesOf(text: string): number {
  return Buffer.byteLength(JSON.stringify(text))
}
