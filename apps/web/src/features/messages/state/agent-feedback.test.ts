import { expect, test } from 'vitest'
import { ownerRating, withFeedback } from './agent-feedback.ts'
import { message } from './test-messages.ts'

const agents = (owner_rating: number | null) =>
  message(1, { author_type: 'agent', agent_owner: 'ana', owner_rating })

test('thumbs are counted on an agent’s message and on nobody else’s', () => {
  const reaction_counts = { '👍': 2, '👎': 1, '🔥': 5 }
  expect(withFeedback({ ...agents(null), reaction_counts })).toMatchObject({
    agent_feedback_up: 2,
    agent_feedback_down: 1,
  })
  expect(withFeedback(message(1, { reaction_counts }))).toMatchObject({ agent_feedback_up: 0 })
})

test.for([
  { because: 'the owner likes it', before: null, who: 'ana', emoji: '👍', added: true, after: 1 },
  { because: 'the owner dislikes it', before: null, who: 'ana', emoji: '👎', added: true, after: -1 },
  { because: 'the better of both counts', before: 1, who: 'ana', emoji: '👎', added: true, after: 1 },
  { because: 'the owner took it back', before: 1, who: 'ana', emoji: '👍', added: false, after: null },
  { because: 'other emoji do not count', before: 1, who: 'ana', emoji: '🔥', added: true, after: 1 },
  {
    because: 'others don’t rate for the owner',
    before: null,
    who: 'bob',
    emoji: '👍',
    added: true,
    after: null,
  },
])('$because', ({ before, who, emoji, added, after }) => {
  expect(ownerRating(agents(before), { actor: { handle: who }, emoji, added })).toBe(after)
})
