/** Joins class names and skips falsy ones. It resolves no conflicts: the last rule in the style sheet wins. */
export function cx(...parts: (string | false | null | undefined)[]): string {
  return parts.filter(Boolean).join(' ')
}
