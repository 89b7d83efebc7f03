/** Joins class names and leaves out what is false. It merges nothing: the last rule in the style sheet wins. */
export function cx(...parts: (string | false | null | undefined)[]): string {
  return parts.filter(Boolean).join(' ')
}
