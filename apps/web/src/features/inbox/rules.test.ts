import type { EventData } from '@flockwork/contract/events'
import { expect, test } from 'vitest'
import { shell } from '../../strings/shell.ts'
import { concernsInbox, firstLine, titleWith } from './rules.ts'

test.for([
  { content: 'one\ntwo', line: 'one', because: 'the others stay away' },
  { content: '\n\n  **two**', line: 'two', because: 'empty lines say nothing' },
  { content: '```ts\nconst a = 1\n```', line: 'const a = 1', because: 'a fence is no words' },
  { content: '# Plan\n- step', line: 'Plan', because: 'signs of Markdown are no words' },
  {
    content: '<img src=x onerror=alert(1)>',
    line: '<img src=x onerror=alert(1)>',
    because: 'text stays text',
  },
  { content: '```\n```', line: '', because: 'there are no words' },
  { content: 'a'.repeat(200), line: 'a'.repeat(200), because: 'it just fits' },
  { content: '🐦'.repeat(201), line: '🐦'.repeat(200), because: 'it is cut between characters' },
])('the first line is "$line" because $because', ({ content, line }) => {
  expect(firstLine(content)).toBe(line)
})

test('the title and the bell show the unread count, and no count at zero', () => {
  expect(titleWith(3, 'Messages · Flockwork')).toBe('(3) Messages · Flockwork')
  expect(titleWith(0, 'Messages · Flockwork')).toBe('Messages · Flockwork')
  expect([shell.inboxWith(0), shell.inboxWith(1), shell.inboxWith(12)]).toEqual([
    'Inbox',
    'Inbox, 1 unread',
    'Inbox, 12 unread',
  ])
})

const viewer = { id: 'ana-id', username: 'ana' }

function told(action: string, fields: { author_id?: string; parent?: string }) {
  const parent_post = fields.parent === undefined ? null : { username: fields.parent }
  const message = { author_id: fields.author_id ?? 'bo-id', parent_post }
  return { name: 'message', id: 1, data: { action, message } as unknown as EventData<'message'> }
}

function changed(action: string, fields: Record<string, unknown> = {}) {
  const kim = { id: 'kim-id', username: 'kim', type: 'user' }
  const task = { assigned_user: null, claimed_by: null, posted_by: kim, ...fields }
  return { name: 'task_update', id: 5, data: { action, task } as unknown as EventData<'task_update'> }
}
const me = { ...viewer, type: 'user' }

test.for([
  { event: { name: 'mention', id: 2, data: {} }, concerns: true, because: 'the viewer is mentioned' },
  { event: { name: 'seen', id: 3, data: {} }, concerns: true, because: 'another browser read on' },
  { event: { name: 'bootstrap', id: 4, data: {} }, concerns: true, because: 'nobody knows what was missed' },
  { event: told('created', { parent: 'ana' }), concerns: true, because: 'it answers the viewer' },
  { event: told('created', { parent: 'kim' }), concerns: false, because: 'it answers another' },
  { event: told('created', {}), concerns: false, because: 'it is for nobody' },
  {
    event: told('created', { author_id: 'ana-id' }),
    concerns: true,
    because: 'writing may answer what waits',
  },
  { event: told('updated', {}), concerns: true, because: 'an edit may add a mention' },
  { event: told('updated', { author_id: 'ana-id' }), concerns: false, because: 'nobody mentions themselves' },
  { event: told('deleted', {}), concerns: true, because: 'what is deleted waits no longer' },
  { event: told('reaction', {}), concerns: false, because: 'a reaction is addressed to nobody' },
  { event: changed('assigned', { assigned_user: me }), concerns: true, because: 'the task is now theirs' },
  { event: changed('assigned'), concerns: true, because: 'the task may have been theirs' },
  { event: changed('deleted'), concerns: true, because: 'what is gone waits no longer' },
  { event: changed('created', { assigned_user: me }), concerns: true, because: 'it was made for them' },
  { event: changed('created'), concerns: false, because: 'a new task is for nobody' },
  { event: changed('status', { claimed_by: me }), concerns: true, because: 'their work answers what waits' },
  { event: changed('status'), concerns: false, because: 'others work on it' },
  { event: changed('approved', { posted_by: me }), concerns: true, because: 'their idea was approved' },
  { event: changed('approved'), concerns: false, because: 'the idea was another’s' },
  { event: { name: 'agent_presence', id: null, data: {} }, concerns: false, because: 'it is no message' },
])('concerns the inbox=$concerns because $because', ({ event, concerns }) => {
  expect(concernsInbox(event, viewer)).toBe(concerns)
})
