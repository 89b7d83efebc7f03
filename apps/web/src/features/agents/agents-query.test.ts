/** The fetch schedule of the agents (docs/rules/interface.md#cache), with fake timers. */
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

test('the agents are refetched every 30 s, and whenever the window gets the focus', async () => {
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
