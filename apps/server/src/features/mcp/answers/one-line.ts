/** Text that people and agents wrote, as part of a line of ours: nothing in it can begin a line or hide. */

const LINE_BREAKS = /[\n\v\f\r\x85\u2028\u2029]+/g
/** What shows nothing: control characters, escapes, direction marks, and the tag characters that only models read. */
const UNSEEN = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Bidi_Control}\u200b\u2060-\u2064\ufeff\u{e0000}-\u{e007f}]/gu
/** The same, and the line breaks that our own text consists of stay. */
const UNSEEN_IN_LINES =
  /(?!\n)[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Bidi_Control}\u200b\u2060-\u2064\ufeff\u{e0000}-\u{e007f}]/gu

/** One line: a row of breaks becomes ` ⏎ `, and the indentation after it stays, as code needs it. */
export function onOneLine(text: string): string {
  return text.replaceAll(LINE_BREAKS, ' ⏎ ').replaceAll('\t', '  ').replaceAll(UNSEEN, '')
}

/** A whole answer without what shows nothing: for what reached it in another way than `onOneLine`. */
export function withoutUnseen(lines: string): string {
  return lines.replaceAll(UNSEEN_IN_LINES, '')
}
