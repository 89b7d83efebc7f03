import { expect, test } from 'vitest'
import { Refused } from './errors.ts'
import { createQueue } from './queue.ts'

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
