/** Whether `at` lies inside a character that takes two UTF-16 units. */
export function isInsideCharacter(text: string, at: number): boolean {
  return isLow(text.charCodeAt(at)) && isHigh(text.charCodeAt(at - 1))
}

/** The place itself, or the one before where it lies inside a character: a text cut there stays whole. */
export function betweenCharacters(text: string, at: number): number {
  return isInsideCharacter(text, at) ? at - 1 : at
}

const isHigh = (unit: number): boolean => unit >= 0xd800 && unit <= 0xdbff
const isLow = (unit: number): boolean => unit >= 0xdc00 && unit <= 0xdfff
