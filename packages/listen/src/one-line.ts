/**
 * Puts text from users on one line: it can neither start a new line nor hide invisible characters. Copied from the
 * server.
 */

const LINE_BREAKS = /[\n\v\f\r\x85\u2028\u2029]+/g
/** Invisible characters that a model still reads: controls, direction marks, selectors, tags, fillers. */
const UNSEEN = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\ufff9-\ufffb]+/gu

const LAST = /[^]$/u
const SELECTOR = /^[\ufe0e\ufe0f]/
const JOINER = /^[\u200c\u200d]/
const PICTOGRAPH = /^\p{Extended_Pictographic}$/u
const PICTOGRAPH_OR_TONE = /^[\p{Extended_Pictographic}\p{Emoji_Modifier}]$/u
const ON_A_KEY = /^[0-9#*]$/
const KEY = '\u20e3'
/** A letter or mark of the scripts that need joiners and non-joiners between letters. */
const JOINING = new RegExp(
  '^(?=[\\p{L}\\p{M}])[' +
    '\\p{sc=Arab}\\p{sc=Syrc}\\p{sc=Mong}\\p{sc=Nkoo}\\p{sc=Deva}\\p{sc=Beng}\\p{sc=Guru}\\p{sc=Gujr}\\p{sc=Orya}\\p{sc=Taml}' +
    '\\p{sc=Telu}\\p{sc=Knda}\\p{sc=Mlym}\\p{sc=Sinh}\\p{sc=Khmr}\\p{sc=Tibt}]$',
  'u',
)

/** What remains of a run of invisible characters: one emoji selector, and one joiner or non-joiner. */
function neededOf(unseen: string, at: number, text: string): string {
  const [before = ''] = LAST.exec(text.slice(Math.max(0, at - 2), at)) ?? []
  const [after = ''] = text.slice(at + unseen.length, at + unseen.length + 2)
  const hasForms = PICTOGRAPH.test(before) || (ON_A_KEY.test(before) && after === KEY)
  const selector = hasForms ? (SELECTOR.exec(unseen)?.[0] ?? '') : ''
  const joiner = JOINER.exec(unseen.slice(selector.length))?.[0] ?? ''
  const joins =
    (joiner === '\u200d' && PICTOGRAPH_OR_TONE.test(before) && PICTOGRAPH.test(after)) ||
    (JOINING.test(before) && JOINING.test(after))
  return joins ? selector + joiner : selector
}

/** One line for any text: a run of line breaks becomes ` ⏎ `, and invisible characters are removed. */
export function onOneLine(text: string): string {
  return text.replaceAll(LINE_BREAKS, ' ⏎ ').replaceAll('\t', '  ').replaceAll(UNSEEN, neededOf)
}
