/** `text` without trailing `char`s. The pattern `x+$` would take quadratic time for a long run of them. */
export function trimEnd(text: string, char: string): string {
  let end = text.length
  while (end > 0 && text[end - 1] === char) end -= 1
  return text.slice(0, end)
}
