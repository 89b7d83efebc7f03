/** A text normalised for the search for secrets, with the original position of each character. */

export interface PlainText {
  readonly text: string
  /** Maps a range of `text` to the original, including removed characters inside it. */
  rangeOf(start: number, end: number): { start: number; end: number }
}

/**
 * Characters that can be inserted between or over those of a secret without being visible or seeming to be a part of
 * it: zero-width characters, soft hyphens, marks, tags and controls.
 */
const UNSEEN = /[\p{Default_Ignorable_Code_Point}\p{Cf}\p{M}]|(?![\t\n\r])\p{Cc}/u
const EVERY_UNSEEN = new RegExp(UNSEEN, 'gu')
/** A character that NFKC expands further is a word or phrase ligature (up to 18 letters), not a disguised letter. */
const READ_AS_MAX = 4
const PLAIN = /^[\t\n\r -~]*$/

/**
 * The text without invisible characters, and with compatibility characters (full-width, mathematical, circled; Unicode
 * NFKC) replaced by what they stand for; `undefined` if that changes nothing.
 */
export function plainTextOf(text: string): PlainText | undefined {
  if (PLAIN.test(text) || text.normalize('NFKC').replaceAll(EVERY_UNSEEN, '') === text) return undefined

  let plain = ''
  const starts: number[] = []
  const ends: number[] = []
  let at = 0
  for (const character of text) {
    const end = at + character.length
    const meant = character.normalize('NFKC').replaceAll(EVERY_UNSEEN, '')
    const read = meant.length > READ_AS_MAX ? character : meant
    plain += read
    for (let unit = 0; unit < read.length; unit += 1) {
      starts.push(at)
      ends.push(end)
    }
    at = end
  }
  if (plain === text) return undefined
  return {
    text: plain,
    rangeOf: (start, end) => ({ start: starts[start] ?? text.length, end: ends[end - 1] ?? text.length }),
  }
}
