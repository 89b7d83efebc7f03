/** Names that stand in a line with others: what they may consist of, and which of them nobody can take. */
import { lazily } from '../lazily.ts'
import { isReservedHandle } from './handles.ts'

/** Control characters, line ends, and the signs that turn the order of what follows. */
const REARRANGES = /[\p{Cc}\u2028\u2029\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u
const REARRANGING = /[\p{Cc}\s\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu
/** What is drawn as nothing: two names could differ by it alone. The last are an empty Braille cell and annotations. */
const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\u2800\ufff9-\ufffb]/u
const INVISIBLES = new RegExp(INVISIBLE.source, 'gu')
/** Emoji are built with invisible signs. */
const emoji = lazily(() => /\p{RGI_Emoji}|[\p{Emoji}--[0-9#*]]\ufe0f/gv)
/** Scripts whose letters are joined or parted by an invisible sign between two of them. */
const JOINING =
  '\\p{sc=Arab}\\p{sc=Syrc}\\p{sc=Mong}\\p{sc=Nkoo}\\p{sc=Deva}\\p{sc=Beng}\\p{sc=Guru}\\p{sc=Gujr}\\p{sc=Orya}\\p{sc=Taml}' +
  '\\p{sc=Telu}\\p{sc=Knda}\\p{sc=Mlym}\\p{sc=Sinh}\\p{sc=Khmr}\\p{sc=Tibt}'
const JOINER = new RegExp(`(?<=[[\\p{L}\\p{M}]&&[${JOINING}]])[\\u200c\\u200d](?=[\\p{L}\\p{M}])`, 'gv')
/** No name is as long, and telling emoji from other signs takes time. */
const LOOKED_AT_CHARS = 1000
/** What is left of a text of spaces alone once it is trimmed. */
const NOTHING_TO_SEE = /^\s*$/

/** Why a name of a person, a space or a team can't be shown in a line with others, in words; null when it can. */
export function nameProblem(name: string): string | null {
  if (name.length > LOOKED_AT_CHARS) return 'This name is too long'
  if (REARRANGES.test(name)) return 'A name can’t hold line ends, control characters or marks of direction'
  if (INVISIBLE.test(withoutLegitimate(name))) return 'A name can’t hold invisible characters'
  if (name !== '' && NOTHING_TO_SEE.test(name)) return 'A name needs something to see'
  return null
}

/** The same for the name of a person, which isn't a reserved handle either, however it is written. */
export function personNameProblem(name: string): string | null {
  return nameProblem(name) ?? (isReservedName(name) ? 'This name is reserved' : null)
}

/** The beginning of an external name, with a space for each character that rearranges others and without invisible ones. */
export function toInlineName(name: string): string {
  const line = name.slice(0, LOOKED_AT_CHARS).replaceAll(REARRANGING, ' ')
  return (nameProblem(line) === null ? line : line.replaceAll(INVISIBLES, '')).trim()
}

/** An external name of a person; empty where nobody may have it. */
export function toPersonName(name: string): string {
  const line = toInlineName(name)
  return personNameProblem(line) === null ? line : ''
}

function withoutLegitimate(name: string): string {
  return name.replaceAll(emoji(), '').replaceAll(JOINER, '')
}

const NO_LETTER = /[^\p{L}\p{N}]+/gu

/** Signs around letters, full-width letters and capitals don't make another name of it. */
function isReservedName(name: string): boolean {
  return isReservedHandle(name.normalize('NFKC').replaceAll(NO_LETTER, ''))
}
