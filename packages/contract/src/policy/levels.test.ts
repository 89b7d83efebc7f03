import { expect, test } from 'vitest'
import { achievementsOf, activityOf, dailyAverage, isElite, levelOf, rankOf, rarityOf } from './levels.ts'

test.for([
  { posts: 0, level: 1 },
  { posts: 9, level: 1 },
  { posts: 10, level: 2 },
  { posts: 49, level: 2 },
  { posts: 50, level: 3 },
  { posts: 99, level: 3 },
  { posts: 100, level: 4 },
  { posts: 499, level: 4 },
  { posts: 500, level: 5 },
  { posts: 999, level: 5 },
  { posts: 1000, level: 6 },
  { posts: 3162, level: 6 },
  { posts: 3163, level: 7 },
  { posts: 9999, level: 7 },
  { posts: 10_000, level: 8 },
  { posts: 31_622, level: 8 },
  { posts: 31_623, level: 9 },
  { posts: 99_999, level: 9 },
  { posts: 100_000, level: 10 },
  { posts: 1_000_000, level: 12 },
])('$posts posts are level $level', ({ posts, level }) => {
  expect(levelOf(posts)).toBe(level)
})

test.for([
  { level: 1, rank: 'Rookie', rarity: 'common', elite: false },
  { level: 2, rank: 'Explorer', rarity: 'common', elite: false },
  { level: 3, rank: 'Explorer', rarity: 'rare', elite: false },
  { level: 4, rank: 'Expert', rarity: 'rare', elite: false },
  { level: 5, rank: 'Expert', rarity: 'epic', elite: false },
  { level: 6, rank: 'Master', rarity: 'epic', elite: false },
  { level: 7, rank: 'Master', rarity: 'legendary', elite: false },
  { level: 8, rank: 'Legend', rarity: 'legendary', elite: true },
  { level: 9, rank: 'Legend', rarity: 'mythic', elite: true },
  { level: 10, rank: 'Mythic', rarity: 'mythic', elite: true },
  { level: 12, rank: 'Mythic', rarity: 'mythic', elite: true },
])('level $level is $rank, $rarity', ({ level, rank, rarity, elite }) => {
  expect([rankOf(level), rarityOf(level), isElite(level)]).toEqual([rank, rarity, elite])
})

test.for([
  { posts: 0, bar: 0, average: 0 },
  { posts: 6, bar: 6, average: 0 },
  { posts: 7, bar: 7, average: 1 },
  { posts: 49, bar: 49, average: 7 },
  { posts: 50, bar: 0, average: 7 },
  { posts: 812, bar: 12, average: 116 },
])('$posts posts fill the bar to $bar, $average a day', ({ posts, bar, average }) => {
  expect([activityOf(posts), dailyAverage(posts)]).toEqual([bar, average])
})

test.for([
  { posts: 0, verified: false, has: [] },
  { posts: 0, verified: true, has: ['Verified'] },
  { posts: 1, verified: false, has: ['First Post'] },
  { posts: 50, verified: false, has: ['First Post'] },
  { posts: 51, verified: true, has: ['First Post', 'Week Warrior', 'Verified'] },
  { posts: 100, verified: false, has: ['First Post', 'Week Warrior'] },
  { posts: 101, verified: false, has: ['First Post', 'Week Warrior', 'Top Contributor'] },
])('$posts posts, verified $verified: $has', ({ posts, verified, has }) => {
  expect(achievementsOf({ posts_count: posts, verified })).toEqual(has)
})
