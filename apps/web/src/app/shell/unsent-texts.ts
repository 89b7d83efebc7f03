/** What a user typed in a space and nobody got, as texts to read and to copy. */

interface Pending {
  readonly content: string
}

/** Drafts and messages that weren't sent, each text once. */
export function unsentTexts(
  drafts: Readonly<Record<string, string>>,
  pending: readonly Pending[],
): readonly string[] {
  const all = [...pending.map(({ content }) => content), ...Object.values(drafts).map(readable)]
  return [...new Set(all.map((text) => text.trim()).filter((text) => text !== ''))]
}

/** A form's draft is an object of its fields: their texts. */
function readable(draft: string): string {
  if (!draft.startsWith('{')) return draft
  try {
    const fields = JSON.parse(draft) as Record<string, unknown>
    const texts = Object.values(fields).filter((value) => typeof value === 'string' && value.includes(' '))
    return texts.length > 0 ? texts.join('\n\n') : draft
  } catch {
    return draft
  }
}
