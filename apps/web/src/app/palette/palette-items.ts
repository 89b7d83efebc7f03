/** The palette's items, and which of them a query finds. */
import type { ReactNode } from 'react'

export type PaletteGroup = 'recent' | 'places' | 'spaces' | 'tasks' | 'people' | 'actions'

export interface PaletteItem {
  id: string
  group: PaletteGroup
  /** Shown and searched. */
  name: string
  /** At the right end, such as a type. */
  hint?: string
  /** Its shortcut, at the right end. */
  keys?: string
  /** Before the name. */
  icon?: ReactNode
  /** A server result for the query; its name needn't match. */
  isFound?: boolean
  run: () => void
}

/** The groups in the order they are shown. */
export const GROUPS: readonly PaletteGroup[] = ['recent', 'places', 'spaces', 'tasks', 'people', 'actions']
/** Items per group; the rest is found by name. */
const GROUP_MAX = 8
const RECENT_MAX = 3

/**
 * The items that have every word of `query` as a word's prefix, or anywhere if that finds nothing; in the order of the
 * groups, in each those that begin with the query first. Server results are always included.
 */
export function findItems(all: readonly PaletteItem[], query: string): PaletteItem[] {
  const text = query.trim().toLowerCase()
  // a search finds these items in their own groups
  const items = text === '' ? all : all.filter(({ group }) => group !== 'recent')
  const words = text.split(/\s+/)
  const [fromServer, own] = [items.filter(({ isFound }) => isFound), items.filter(({ isFound }) => !isFound)]
  const byBeginnings = own.filter((item) => words.every((word) => hasBeginning(item, word)))
  const ownFound =
    byBeginnings.length > 0
      ? byBeginnings
      : own.filter(({ name }) => words.every((word) => name.toLowerCase().includes(word)))
  const found = [...fromServer, ...ownFound]
  const rank = ({ name }: PaletteItem) => (name.toLowerCase().replace(/^@/, '').startsWith(text) ? 0 : 1)
  return GROUPS.flatMap((group) =>
    found
      .filter((item) => item.group === group)
      .toSorted((a, b) => rank(a) - rank(b))
      .slice(0, GROUP_MAX),
  )
}

/** The places shown before the current one, the latest first. */
export function recentAmong(items: readonly PaletteItem[], paths: readonly string[]): PaletteItem[] {
  return paths.slice(1, 1 + RECENT_MAX).flatMap((path) => {
    const item = items.find(({ id }) => id === placeId(path))
    return item ? [{ ...item, id: `recent${item.id}`, group: 'recent' as const }] : []
  })
}

export function placeId(path: string): string {
  return path.replaceAll('/', '-')
}

function hasBeginning({ name }: PaletteItem, word: string): boolean {
  const plain = name.toLowerCase()
  return plain.startsWith(word) || plain.split(/[^\p{L}\p{N}]+/u).some((part) => part.startsWith(word))
}
