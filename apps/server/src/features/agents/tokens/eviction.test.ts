import { AGENT_TOKEN_IN_USE_MS } from '@flockwork/contract/limits'
import { expect, test } from 'vitest'
import { tokenToEvict, type LiveToken } from './eviction.ts'

const NOW = Date.parse('2026-06-01T12:00:00Z')
const DAY_AGO = AGENT_TOKEN_IN_USE_MS

const token = (id: string, madeMsAgo: number, usedMsAgo: number | null): LiveToken => ({
  id,
  created_at: new Date(NOW - madeMsAgo),
  last_used_at: usedMsAgo === null ? null : new Date(NOW - usedMsAgo),
})

test.for([
  { tokens: [], goes: undefined, because: 'there is none' },
  {
    tokens: [token('old', 9, DAY_AGO * 9), token('unused', 1, null)],
    goes: 'unused',
    because: 'one that was never used goes first, however new',
  },
  {
    tokens: [token('newer', 1, null), token('older', 2, null)],
    goes: 'older',
    because: 'of several never used the oldest goes',
  },
  {
    tokens: [token('late', 9, DAY_AGO), token('early', 9, DAY_AGO + 1)],
    goes: 'early',
    because: 'then the one used longest ago',
  },
  {
    tokens: [token('busy', 9, DAY_AGO - 1), token('idle', 9, DAY_AGO)],
    goes: 'idle',
    because: 'one used within 24 hours stays',
  },
  { tokens: [token('busy', 9, DAY_AGO - 1)], goes: undefined, because: 'even when there is no other' },
])('$because', ({ tokens, goes }) => expect(tokenToEvict(tokens, NOW)).toBe(goes))
