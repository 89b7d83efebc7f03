/**
 * Control characters, line ends, and the signs that turn the order of what follows: in a name they would
 * rearrange the words around it. Joiners stay: emoji and some scripts are written with them.
 */
const REARRANGES = /[\p{Cc}\u2028\u2029\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u
const REARRANGING = /[\p{Cc}\s\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu
const NOTHING_TO_SEE = /^[\s\p{Default_Ignorable_Code_Point}\u2800]*$/u

/** Why a name of a person or a space can't be shown in a line with others, in words; null when it can. */
export function nameProblem(name: string): string | null {
  if (REARRANGES.test(name)) return 'A name can’t hold line ends, control characters or marks of direction'
  if (name !== '' && NOTHING_TO_SEE.test(name)) return 'A name needs something to see'
  return null
}

/** An external name, with a space for each character that a name can't contain. */
export function toInlineName(name: string): string {
  return name.replaceAll(REARRANGING, ' ').trim()
}
