import { expect, test } from 'vitest'
import { Refused } from './errors.ts'
import { createQueue } from './queue.ts'
import type { InboxItem } from './types.ts'

test.for([
  { code: 'agent_disabled', stops: 0, because: 'a paused agent goes on once the pause ends' },
  { code: 'forbidden', stops: 1, because: 'nothing changes by itself' },
])('an inbox refused with $code stops the listener $stops times: $because', async ({ code, stops }) => {
  const stopped: unknown[] = []
  const queue = createQueue({
    api: {
      call: () => Promise.reject(new Refused(403, code, 'no')),
      open: () => Promise.reject(new Error('unused')),
    },
    signal: new AbortController().signal,
    log: () => {},
    concurrency: 1,
    isDone: () => false,
    attend: () => Promise.resolve(true),
    onStop: (error) => stopped.push(error),
  })

  queue.refresh()
  await queue.idle()

  expect(stopped).toHaveLength(stops)
})

test('an item that was answered elsewhere, withdrawn or deleted while queued is not started', async () => {
  const one = (id: string) => ({ id, reason: 'mention', message: { short_id: id } }) as unknown as InboxItem
  // newest first, like the inbox
  let inbox = {
    unread: [one('withdrawn'), one('looked at'), one('waits'), one('first')],
    seen: [] as InboxItem[],
  }
  const begun: string[] = []
  const said: string[] = []
  const queue = createQueue({
    api: {
      call: async (_, path) => ({
        items: path.includes('state=seen') ? inbox.seen : inbox.unread,
        next_cursor: null,
      }),
      open: () => Promise.reject(new Error('unused')),
    },
    signal: new AbortController().signal,
    log: (line) => said.push(line),
    concurrency: 1,
    staleMs: 0,
    isDone: () => false,
    attend: async ({ id }) => {
      begun.push(id)
      inbox = { unread: [one('waits')], seen: [one('looked at')] }
      return true
    },
    onStop: (error) => said.push(String(error)),
  })

  queue.refresh()
  await queue.idle()

  expect(begun).toEqual(['first', 'waits', 'looked at'])
  expect(said).toEqual(['withdrawn: no longer waits for an answer'])
})
