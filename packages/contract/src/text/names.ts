/** Names that are shown inline: their valid characters, and reserved ones. */
import { lazily } from '../lazily.ts'
import { isReservedHandle } from './handles.ts'

/** Control characters, line breaks and direction marks. */
const REARRANGES = /[\p{Cc}\u2028\u2029\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u
const REARRANGING = /[\p{Cc}\s\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu
/** Invisible characters, by which two names might differ. The last are an empty Braille cell and annotations. */
const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\u2800\ufff9-\ufffb]/u
const INVISIBLES = new RegExp(INVISIBLE.source, 'gu')
/** Emoji may contain invisible characters. */
const emoji = lazily(() => /\p{RGI_Emoji}|[\p{Emoji}--[0-9#*]]\ufe0f/gv)
/** Scripts that need joiners and non-joiners between letters. */
const JOINING =
  '\\p{sc=Arab}\\p{sc=Syrc}\\p{sc=Mong}\\p{sc=Nkoo}\\p{sc=Deva}\\p{sc=Beng}\\p{sc=Guru}\\p{sc=Gujr}\\p{sc=Orya}\\p{sc=Taml}' +
  '\\p{sc=Telu}\\p{sc=Knda}\\p{sc=Mlym}\\p{sc=Sinh}\\p{sc=Khmr}\\p{sc=Tibt}'
const JOINER = new RegExp(`(?<=[[\\p{L}\\p{M}]&&[${JOINING}]])[\\u200c\\u200d](?=[\\p{L}\\p{M}])`, 'gv')
/** No name is longer, and recognising emoji takes time. */
const LOOKED_AT_CHARS = 1000
/** Only white space. */
const NOTHING_TO_SEE = /^\s*$/

/** Why the name of a person, a space or a team can't be shown inline, as a message; null if it can. */
export function nameProblem(name: string): string | null {
  if (name.length > LOOKED_AT_CHARS) return 'This name is too long'
  if (REARRANGES.test(name)) return 'A name can’t hold line ends, control characters or marks of direction'
  if (INVISIBLE.test(withoutLegitimate(name))) return 'A name can’t hold invisible characters'
  if (name !== '' && NOTHING_TO_SEE.test(name)) return 'A name needs something to see'
  return null
}

/** The same for the name of a person, which also mustn't be a reserved handle in any spelling. */
export function personNameProblem(name: string): string | null {
  return nameProblem(name) ?? (isReservedName(name) ? 'This name is reserved' : null)
}

/** The start of an external name, with spaces for control and direction characters and without invisible ones. */
export function toInlineName(name: string): string {
  const line = name.slice(0, LOOKED_AT_CHARS).replaceAll(REARRANGING, ' ')
  return (nameProblem(line) === null ? line : line.replaceAll(INVISIBLES, '')).trim()
}

/** An external name of a person; empty if it is reserved. */
export function toPersonName(name: string): string {
  const line = toInlineName(name)
  return personNameProblem(line) === null ? line : ''
}

function withoutLegitimate(name: string): string {
  return name.replaceAll(emoji(), '').replaceAll(JOINER, '')
}

const NO_LETTER = /[^\p{L}\p{N}]+/gu

/** Ignores punctuation around letters, full-width letters and case. */
function isReservedName(name: string): boolean {
  return isReservedHandle(name.normalize('NFKC').replaceAll(NO_LETTER, ''))
}
