import { expect, test } from 'vitest'
import { MESSAGE_DELETE_WINDOW_MS, MESSAGE_EDIT_WINDOW_MS } from '../limits.ts'
import { mayReadVersions, whyNotDelete, whyNotEdit } from './messages.ts'

const posted = Date.parse('2026-01-01T12:00:00Z')
const message = {
  author_id: 'ana',
  uploaded_at: '2026-01-01T12:00:00.000Z',
  reply_count: 0,
  deleted_at: null,
  is_task: false,
}
const announcement = { ...message, is_task: true }
const answered = { ...message, reply_count: 1 }
const deleted = { ...message, deleted_at: '2026-01-01T12:01:00.000Z' }
const ana = { accountId: 'ana', isAdmin: false, isSpaceAdmin: false }
const bob = { accountId: 'bob', isAdmin: false, isSpaceAdmin: false }
const spaceAdmin = { ...bob, isSpaceAdmin: true }
const admin = { ...bob, isAdmin: true }

test.for([
  { who: ana, what: message, after: MESSAGE_EDIT_WINDOW_MS - 1, may: true, because: 'the window is open' },
  { who: ana, what: message, after: MESSAGE_EDIT_WINDOW_MS, may: false, because: 'the window has closed' },
  { who: ana, what: answered, after: 0, may: false, because: 'somebody replied' },
  { who: ana, what: deleted, after: 0, may: false, because: 'it was deleted' },
  { who: bob, what: message, after: 0, may: false, because: 'bob did not write it' },
  { who: spaceAdmin, what: message, after: 0, may: false, because: 'admins of spaces only delete' },
  { who: admin, what: answered, after: 1e12, may: true, because: 'administrators always may' },
  { who: admin, what: deleted, after: 0, may: false, because: 'nobody edits what was deleted' },
  { who: ana, what: announcement, after: 0, may: false, because: 'it follows its task' },
  { who: admin, what: announcement, after: 0, may: false, because: 'it follows its task for everyone' },
])('editing is allowed: $may, because $because', ({ who, what, after, may }) => {
  expect(whyNotEdit(who, what, posted + after) === null).toBe(may)
})

test.for([
  { who: ana, what: answered, after: MESSAGE_DELETE_WINDOW_MS - 1, may: true, because: 'the window is open' },
  { who: ana, what: message, after: MESSAGE_DELETE_WINDOW_MS, may: false, because: 'the window has closed' },
  { who: bob, what: message, after: 0, may: false, because: 'bob did not write it' },
  { who: spaceAdmin, what: message, after: 1e12, may: true, because: 'it is their space' },
  { who: admin, what: message, after: 1e12, may: true, because: 'administrators always may' },
  { who: admin, what: announcement, after: 0, may: false, because: 'it follows its task' },
])('deleting is allowed: $may, because $because', ({ who, what, after, may }) => {
  expect(whyNotDelete(who, what, posted + after) === null).toBe(may)
})

test('only the author and administrators may read earlier texts', () => {
  expect([ana, bob, spaceAdmin, admin].map((who) => mayReadVersions(who, message))).toEqual([
    true,
    false,
    false,
    true,
  ])
})
