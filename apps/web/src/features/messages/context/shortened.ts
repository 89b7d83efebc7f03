/** A text on one line, cut after `maxChars` whole characters; three dots say that it was. */
export function shortened(text: string, maxChars: number): string {
  const characters = [...text.replaceAll(/\s+/g, ' ')]
  if (characters.length <= maxChars) return characters.join('')
  return `${characters.slice(0, maxChars).join('')}…`
}
