/** A text as somebody reads it who looks for secrets, with where each character of it comes from. */

export interface PlainText {
  readonly text: string
  /** The range of the original that a range of `text` was read from; what was left out inside it is part of it. */
  rangeOf(start: number, end: number): { start: number; end: number }
}

/**
 * What can be put between or over the characters of a secret without being seen, or being taken for a part of it:
 * zero-width characters, soft hyphens, marks, tags and controls.
 */
const UNSEEN = /[\p{Default_Ignorable_Code_Point}\p{Cf}\p{M}]|(?![\t\n\r])\p{Cc}/u
const EVERY_UNSEEN = new RegExp(UNSEEN, 'gu')
/** What stands for more is a word or a blessing as one sign (up to 18 letters), and no letter of anything. */
const READ_AS_MAX = 4
const PLAIN = /^[\t\n\r -~]*$/

/**
 * The text without unseen characters, and with look-alikes of the same meaning (full-width, mathematical, circled; Unicode
 * NFKC) as the characters that they stand for; `undefined` for a text that is the same already.
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
