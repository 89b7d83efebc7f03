/** The listener, which may import nothing of the server, shows a message in the same form as the MCP endpoint. */
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Message } from '@flockwork/contract/messages'
import type { Task } from '@flockwork/contract/tasks'
import { linesOf, presentItem, presentMail } from '../../apps/server/src/features/mcp/answers/present.ts'
import type { Mail } from '../../apps/server/src/features/mcp/mailbox/mailbox.ts'
import type { AgentActor } from '../../apps/server/src/platform/actor.ts'
import { messageOf } from '../../packages/listen/src/assignment.ts'
import { labelled } from '../../packages/listen/src/labelled.ts'

const OWNER = { id: 'p-1', handle: 'olga' }
const reader = {
  accountId: 'a-1',
  username: 'scout',
  ownerId: OWNER.id,
  ownerUsername: OWNER.handle,
} as AgentActor
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

test('whatever a message contains and whoever wrote it', () => {
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
        metadata: {},
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

const AT = '2026-01-01T14:02:00.000Z'

test('whatever a task contains, whoever wrote it, edited it and assigned it', () => {
  const author = fc.constantFrom(...AUTHORS)
  const text = fc.string({ unit: fc.constantFrom(...UNSEEN_AND_NEIGHBOURS, 'x'), maxLength: 40 })
  const assignment = fc.record({
    by: author,
    writer: author,
    editor: fc.option(author),
    title: text,
    description: text,
    reason: fc.constantFrom('assignment', 'approval'),
  })
  fc.assert(
    fc.property(assignment, ({ by, writer, editor, title, description, reason }) => {
      const workerOf = (one: (typeof AUTHORS)[number]) => ({
        id: one.author_id,
        username: one.username,
        type: one.author_type,
      })
      const task = {
        id: ID,
        display_id: 'T-12',
        space_id: 's-1',
        title,
        description,
        priority: 'high',
        status: 'assigned',
        posted_by: workerOf(writer),
        assigned_agent: { id: 'a-1', name: 'scout' },
        assigned_user: null,
        claimed_by: null,
        edited_by: editor === null ? null : workerOf(editor),
        created_at: AT,
        requirements: { skills: [] },
        message_id: ID,
      } as unknown as Task
      const mail = {
        row: { id: 'd-1', reason, created_at: new Date(AT), space_id: 's-1' },
        message: {
          id: ID,
          short_id: ID.slice(0, 8),
          channel: 'main',
          parent_id: null,
          mentions: [],
          metadata: {},
        },
        about: {
          task,
          by: { id: by.author_id, handle: by.username, type: by.author_type, ownerHandle: by.agent_owner },
          authors: new Map(),
        },
      } as unknown as Mail
      const overMcp = linesOf('Found 1 unread', [presentMail(mail, reader, Date.parse(AT))], reader)
      const item = { id: 'd-1', reason, at: AT, space_id: 's-1', message: null, task }
      const message = messageOf({ ...item, by: { ...workerOf(by), owner: by.agent_owner } })
      const byListener = labelled(
        message!,
        { agent: { id: 'a-1', handle: 'scout' }, owner: OWNER.handle },
        reason,
      )
      // the hint which tool to call is only for MCP callers
      const [line, origin] = quoted(byListener)
      expect([line, origin]).toEqual(quoted(overMcp).slice(0, 2))
      expect(quoted(byListener)).toHaveLength(4)
    }),
    { numRuns: 2000 },
  )
})
