/** How the agents are asked for (docs/rules/interface.md#cache), on a clock that only the test moves. */
import { environmentManager, focusManager, QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { agentsQuery } from './agents-query.ts'

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

test('the agents are asked for every 30 s, and each time the window is come back to', async () => {
  let times = 0
  const ask = async () => {
    times += 1
    return { agents: [] }
  }
  const stop = new QueryObserver(client, agentsQuery('s1', ask)).subscribe(() => {})
  await pass(29_999)
  expect(times).toBe(1)
  await pass(1)
  expect(times).toBe(2)
  focusManager.setFocused(false)
  await pass(0)
  expect(times).toBe(2)
  focusManager.setFocused(true)
  await pass(0)
  expect(times).toBe(3)
  stop()
})
