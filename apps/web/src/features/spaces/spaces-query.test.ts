/** The fetch schedule of the spaces (docs/rules/interface.md#cache), with fake timers. */
import { environmentManager, focusManager, QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ApiError, AuthUnavailable, NetworkError } from '../../api/api-error.ts'
import { spacesQuery } from './spaces-query.ts'

let client: QueryClient

beforeEach(() => {
  vi.useFakeTimers()
  environmentManager.setIsServer(() => false)
  focusManager.setFocused(true)
  client = new QueryClient()
  client.mount()
})

afterEach(() => {
  client.unmount()
  focusManager.setFocused(undefined)
  environmentManager.setIsServer(() => typeof window === 'undefined')
  vi.useRealTimers()
})

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)

/** Counts the requests; each fails with `error`, if there is one. */
function asker(error?: Error) {
  const asked = { times: 0 }
  const ask = async () => {
    asked.times += 1
    if (error) throw error
    return []
  }
  return { asked, ask }
}

test('the spaces are refetched every 30 s', async () => {
  const { ask, asked } = asker()
  const stop = new QueryObserver(client, spacesQuery(ask)).subscribe(() => {})
  await pass(29_999)
  expect(asked.times).toBe(1)
  await pass(1)
  expect(asked.times).toBe(2)
  stop()
})

test.for([
  { error: new NetworkError(), times: 3, because: 'the network may come back' },
  { error: new ApiError(503, null), times: 3, because: 'the server may come back' },
  { error: new AuthUnavailable(), times: 1, because: 'there is no token' },
  { error: new ApiError(401, null), times: 1, because: 'the token was refused, and its refresh too' },
])('a failing request is made $times times: $because', async ({ error, times }) => {
  const { ask, asked } = asker(error)
  const stop = new QueryObserver(client, { ...spacesQuery(ask), refetchInterval: false }).subscribe(() => {})
  await pass(300_000)
  expect(asked.times).toBe(times)
  stop()
})

test('without a token the loaded list stays', async () => {
  const { ask } = asker(new AuthUnavailable())
  client.setQueryData(['spaces', 'mine'], [{ id: 's1' }])
  const observer = new QueryObserver(client, spacesQuery(ask))
  const stop = observer.subscribe(() => {})
  await pass(60_000)
  expect(observer.getCurrentResult()).toMatchObject({
    data: [{ id: 's1' }],
    status: 'error',
    isPending: false,
  })
  stop()
})
