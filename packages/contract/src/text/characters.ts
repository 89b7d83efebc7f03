/** Whether `at` is inside a surrogate pair. */
export function isInsideCharacter(text: string, at: number): boolean {
  return isLow(text.charCodeAt(at)) && isHigh(text.charCodeAt(at - 1))
}

/** The position, moved back by one if it is inside a surrogate pair, so that cutting there splits no character. */
export function betweenCharacters(text: string, at: number): number {
  return isInsideCharacter(text, at) ? at - 1 : at
}

const isHigh = (unit: number): boolean => unit >= 0xd800 && unit <= 0xdbff
const isLow = (unit: number): boolean => unit >= 0xdc00 && unit <= 0xdfff

/** The first `count` code points of a text. */
export function firstCharacters(text: string, count: number): string {
  if (text.length <= count) return text
  let end = 0
  for (let left = count; left > 0 && end < text.length; left -= 1)
    end += isInsideCharacter(text, end + 1) ? 2 : 1
  return text.slice(0, end)
}
