/** The palette's items, and which of them a query finds. */

export type PaletteGroup = 'places' | 'spaces' | 'people' | 'actions'

export interface PaletteItem {
  id: string
  group: PaletteGroup
  /** Shown and searched. */
  name: string
  /** At the right end: keys, or a type. */
  hint?: string
  run: () => void
}

/** The groups in the order they are shown. */
export const GROUPS: readonly PaletteGroup[] = ['places', 'spaces', 'people', 'actions']
/** Per group; the rest is found by name. */
const GROUP_MAX = 8

/**
 * The items that have every word of `query` at the beginning of a word, or anywhere when that finds nothing;
 * in the order of the groups, those that begin with the query first in each.
 */
export function findItems(items: readonly PaletteItem[], query: string): PaletteItem[] {
  const text = query.trim().toLowerCase()
  const words = text.split(/\s+/)
  const byBeginnings = items.filter((item) => words.every((word) => hasBeginning(item, word)))
  const found =
    byBeginnings.length > 0
      ? byBeginnings
      : items.filter(({ name }) => words.every((word) => name.toLowerCase().includes(word)))
  const rank = ({ name }: PaletteItem) => (name.toLowerCase().replace(/^@/, '').startsWith(text) ? 0 : 1)
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
