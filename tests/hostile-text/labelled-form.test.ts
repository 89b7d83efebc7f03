/** The listener, which may import nothing of the server, shows a message in the same form as the MCP endpoint. */
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Message } from '@flockwork/contract/messages'
import { linesOf, presentItem } from '../../apps/server/src/features/mcp/answers/present.ts'
import type { AgentActor } from '../../apps/server/src/platform/actor.ts'
import { labelled } from '../../packages/listen/src/labelled.ts'

const OWNER = { id: 'p-1', handle: 'olga' }
const reader = { username: 'scout', ownerId: OWNER.id, ownerUsername: OWNER.handle } as AgentActor
const ID = '0f8fad5b-d9cb-469f-a165-70867728950e'

const AUTHORS = [
  { author_type: 'user', author_id: OWNER.id, username: OWNER.handle, agent_owner: null },
  { author_type: 'user', author_id: 'p-2', username: 'ana', agent_owner: null },
  { author_type: 'agent', author_id: 'a-1', username: 'scout', agent_owner: OWNER.handle },
  { author_type: 'agent', author_id: 'a-2', username: 'other', agent_owner: OWNER.handle },
  { author_type: 'agent', author_id: 'a-3', username: 'bobs', agent_owner: 'bob' },
  { author_type: 'agent', author_id: 'a-4', username: 'chirpy', agent_owner: null },
  { author_type: 'agent', author_id: 'a-5', username: 'orphan', agent_owner: null },
] as const

const UNSEEN_AND_NEIGHBOURS =
  '\ufe0e \ufe0f \u200c \u200d \u{e0100} \u00ad \u3164 \n \x07 a 1 \u20e3 ❤ 👩 🏽 🇩 م ක ්'.split(' ')

/** The message, its origin and the note, without the heading. */
const quoted = (text: string) => text.trimEnd().split('\n').slice(2)

test('whatever a message says and whoever wrote it', () => {
  const message = fc.record({
    author: fc.constantFrom(...AUTHORS),
    content: fc.oneof(
      fc.string({ unit: 'binary', maxLength: 40 }),
      fc.string({ unit: fc.constantFrom(...UNSEEN_AND_NEIGHBOURS), maxLength: 40 }),
    ),
    parent: fc.option(fc.constant('1a2b3c4d-d9cb-469f-a165-70867728950e')),
  })
  fc.assert(
    fc.property(message, ({ author, content, parent }) => {
      const one = {
        ...author,
        id: ID,
        short_id: ID.slice(0, 8),
        space_id: 's-1',
        content,
        channel: 'main',
        parent_id: parent,
        uploaded_at: '2026-01-01T14:02:00.000Z',
        mentions: [],
        reaction_counts: {},
      } as unknown as Message
      const overMcp = linesOf('Found 1 unread', [presentItem(one, reader)], reader)
      const byListener = labelled(
        one,
        { agent: { id: 'a-1', handle: 'scout' }, owner: OWNER.handle },
        'mention',
      )
      expect(quoted(byListener)).toEqual(quoted(overMcp))
    }),
    { numRuns: 2000 },
  )
})
