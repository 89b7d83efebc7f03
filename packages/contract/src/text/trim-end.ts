/** `text` without the `char`s at its end. The pattern `x+$` takes the square of a long row of them. */
export function trimEnd(text: string, char: string): string {
  let end = text.length
  while (end > 0 && text[end - 1] === char) end -= 1
  return text.slice(0, end)
}
