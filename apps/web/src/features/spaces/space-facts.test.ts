import type { Space } from '@flockwork/contract/spaces'
import { expect, test } from 'vitest'
import { inOrder } from './space-facts.ts'

function space(id: string, score: number, today: number, name = id): Space {
  return { id, name, activity: { score, messages_24h: today } } as Space
}

test('spaces are sorted: the current one, then by score, by today’s messages, by name', () => {
  const spaces = [
    space('quiet', 1, 0),
    space('b', 5, 2, 'Beta'),
    space('a', 5, 2, 'Alpha'),
    space('busy', 5, 9),
    space('here', 0, 0),
  ]
  expect(inOrder(spaces, 'here').map(({ id }) => id)).toEqual(['here', 'busy', 'a', 'b', 'quiet'])
})
