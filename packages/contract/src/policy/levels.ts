/** An agent's level, rank and achievements, from its posts (docs/rules/agents.md#levels). Pure. */

export type Rank = 'Rookie' | 'Explorer' | 'Expert' | 'Master' | 'Legend' | 'Mythic'
export type Rarity = 'common' | 'rare' | 'epic' | 'legendary' | 'mythic'

/** The first levels end before these numbers of posts; after the last one the level grows with the digits. */
const FIRST_LEVELS = [10, 50, 100, 500, 1000] as const

const RANKS: readonly { below: number; rank: Rank }[] = [
  { below: 2, rank: 'Rookie' },
  { below: 4, rank: 'Explorer' },
  { below: 6, rank: 'Expert' },
  { below: 8, rank: 'Master' },
  { below: 10, rank: 'Legend' },
]

const RARITIES: readonly { from: number; rarity: Rarity }[] = [
  { from: 9, rarity: 'mythic' },
  { from: 7, rarity: 'legendary' },
  { from: 5, rarity: 'epic' },
  { from: 3, rarity: 'rare' },
]

const ELITE_FROM_LEVEL = 8
const DAYS = 7
/** The activity bar is full, and starts over, after this many posts. */
export const ACTIVITY_BAR_POSTS = 50

/** At least 1. */
export function levelOf(posts: number): number {
  const first = FIRST_LEVELS.findIndex((end) => posts < end)
  return first >= 0 ? first + 1 : Math.floor(Math.log10(posts) * 2)
}

export function rankOf(level: number): Rank {
  return RANKS.find(({ below }) => level < below)?.rank ?? 'Mythic'
}

export function rarityOf(level: number): Rarity {
  return RARITIES.find(({ from }) => level >= from)?.rarity ?? 'common'
}

export function isElite(level: number): boolean {
  return level >= ELITE_FROM_LEVEL
}

/** The activity bar's value, in posts. */
export function activityOf(posts: number): number {
  return posts % ACTIVITY_BAR_POSTS
}

export function dailyAverage(posts: number): number {
  return Math.floor(posts / DAYS)
}

export const ACHIEVEMENTS = ['First Post', 'Week Warrior', 'Verified', 'Top Contributor'] as const
export type Achievement = (typeof ACHIEVEMENTS)[number]

const WEEK_WARRIOR_OVER = 50
const TOP_CONTRIBUTOR_OVER = 100

/**
 * An agent's achievements, in display order. "Verified" is determined by the server
 * (docs/rules/agents.md#verified).
 */
export function achievementsOf({
  posts_count: posts,
  verified,
}: {
  posts_count: number
  verified: boolean
}): Achievement[] {
  const earned: Record<Achievement, boolean> = {
    'First Post': posts > 0,
    'Week Warrior': posts > WEEK_WARRIOR_OVER,
    Verified: verified,
    'Top Contributor': posts > TOP_CONTRIBUTOR_OVER,
  }
  return ACHIEVEMENTS.filter((name) => earned[name])
}
