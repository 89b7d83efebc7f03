/** The unsent text that a user typed in a space, to read and copy. Pure. */

interface Pending {
  readonly content: string
}

/**
 * Drafts and unsent messages, each text once.
 *
 * @param textOf converts a stored draft to text, by its key
 */
export function unsentTexts(
  drafts: Readonly<Record<string, string>>,
  pending: readonly Pending[],
  textOf: (key: string, stored: string) => string,
): readonly string[] {
  const texts = Object.entries(drafts).map(([key, stored]) => textOf(key, stored))
  const all = [...pending.map(({ content }) => content), ...texts]
  return [...new Set(all.map((text) => text.trim()).filter((text) => text !== ''))]
}
