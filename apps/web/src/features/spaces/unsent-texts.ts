/** What a user typed in a space and nobody got, as texts to read and to copy. */

interface Pending {
  readonly content: string
}

/**
 * Drafts and messages that weren't sent, each text once.
 *
 * @param inWords makes a text of what is stored under the key of a draft
 */
export function unsentTexts(
  drafts: Readonly<Record<string, string>>,
  pending: readonly Pending[],
  inWords: (key: string, stored: string) => string,
): readonly string[] {
  const texts = Object.entries(drafts).map(([key, stored]) => inWords(key, stored))
  const all = [...pending.map(({ content }) => content), ...texts]
  return [...new Set(all.map((text) => text.trim()).filter((text) => text !== ''))]
}
