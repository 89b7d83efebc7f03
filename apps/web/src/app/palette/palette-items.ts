/** What the palette offers, and which of it a search finds. */

export type PaletteGroup = 'places' | 'spaces' | 'people' | 'actions'

export interface PaletteItem {
  id: string
  group: PaletteGroup
  /** As printed, and what is searched. */
  name: string
  /** At the right end, as keys or a type. */
  aside?: string
  act: () => void
}

/** The groups in the order they are shown. */
export const GROUPS: readonly PaletteGroup[] = ['places', 'spaces', 'people', 'actions']
/** Of a group that may be long, as the people of a space; the rest is found by its name. */
const GROUP_MAX = 8

/**
 * The items that have every word of `query` at the beginning of a word, or anywhere when that finds nothing;
 * in the order of the groups, those that begin with the query first in each.
 */
export function findItems(items: readonly PaletteItem[], query: string): PaletteItem[] {
  const asked = query.trim().toLowerCase()
  const words = asked.split(/\s+/)
  const byBeginnings = items.filter((item) => words.every((word) => hasBeginning(item, word)))
  const found =
    byBeginnings.length > 0
      ? byBeginnings
      : items.filter(({ name }) => words.every((word) => name.toLowerCase().includes(word)))
  const rank = ({ name }: PaletteItem) => (name.toLowerCase().replace(/^@/, '').startsWith(asked) ? 0 : 1)
  return GROUPS.flatMap((group) =>
    found
      .filter((item) => item.group === group)
      .toSorted((a, b) => rank(a) - rank(b))
      .slice(0, GROUP_MAX),
  )
}

function hasBeginning({ name }: PaletteItem, word: string): boolean {
  const plain = name.toLowerCase()
  return plain.startsWith(word) || plain.split(/[^\p{L}\p{N}]+/u).some((part) => part.startsWith(word))
}
