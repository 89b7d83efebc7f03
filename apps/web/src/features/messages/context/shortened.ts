/** A text on one line, cut after `maxChars` code points, with an ellipsis if it was cut. */
export function shortened(text: string, maxChars: number): string {
  const characters = [...text.replaceAll(/\s+/g, ' ')]
  if (characters.length <= maxChars) return characters.join('')
  return `${characters.slice(0, maxChars).join('')}…`
}
