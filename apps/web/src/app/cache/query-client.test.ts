/** How often data is fetched (docs/rules/interface.md#cache), on a clock that only the test advances. */
import {
  environmentManager,
  focusManager,
  MutationObserver,
  onlineManager,
  QueryObserver,
  type QueryClient,
  type QueryObserverOptions,
} from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { NetworkError } from '../../api/api-error.ts'
import { createQueryClient, watchFocus } from './query-client.ts'

const MINUTE_MS = 60_000
let client: QueryClient
let stops: (() => void)[]

beforeEach(() => {
  vi.useFakeTimers()
  environmentManager.setIsServer(() => false)
  focusManager.setFocused(true)
  client = createQueryClient()
  client.mount()
  stops = []
})

afterEach(() => {
  for (const stop of stops) stop()
  client.clear()
  client.unmount()
  focusManager.setFocused(undefined)
  onlineManager.setOnline(true)
  environmentManager.setIsServer(() => typeof window === 'undefined')
  vi.useRealTimers()
})

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)

/** Counts fetches; each fails with `error`, if there is one. */
function asker(data: string, error?: Error) {
  const asked = { times: 0 }
  return {
    asked,
    ask: async () => {
      asked.times += 1
      if (error) throw error
      return data
    },
  }
}

function watch(options: QueryObserverOptions<string>) {
  const stop = new QueryObserver(client, options).subscribe(() => {})
  stops.push(stop)
  return stop
}

async function blur(): Promise<void> {
  focusManager.setFocused(false)
  await pass(0)
  focusManager.setFocused(true)
  await pass(0)
}

test('fetched data is fresh for five minutes', async () => {
  const { ask, asked } = asker('x')
  const options = { queryKey: ['things'], queryFn: ask }
  watch(options)
  await pass(5 * MINUTE_MS - 1)
  watch(options)
  await pass(0)
  expect(asked.times).toBe(1)
  await pass(1)
  watch(options)
  await pass(0)
  expect(asked.times).toBe(2)
})

test('unused data stays cached for ten minutes', async () => {
  const { ask } = asker('x')
  const stop = watch({ queryKey: ['things'], queryFn: ask })
  await pass(0)
  stop()
  await pass(10 * MINUTE_MS - 1)
  expect(client.getQueryData(['things'])).toBe('x')
  await pass(1)
  expect(client.getQueryData(['things'])).toBeUndefined()
})

test('a failed fetch is retried once, and returning to the window fetches nothing', async () => {
  const failing = asker('x', new NetworkError())
  watch({ queryKey: ['failing'], queryFn: failing.ask })
  await pass(MINUTE_MS)
  expect(failing.asked.times).toBe(2)

  const { ask, asked } = asker('x')
  watch({ queryKey: ['things'], queryFn: ask })
  await pass(6 * MINUTE_MS)
  await blur()
  expect(asked.times).toBe(1)
})

test('returning to the window means that it gets the focus, or that its tab becomes visible', async () => {
  const window = new EventTarget()
  const document = new EventTarget()
  watchFocus(window, document)
  const { ask, asked } = asker('x')
  watch({ queryKey: ['things'], queryFn: ask, refetchOnWindowFocus: 'always' })
  await pass(0)
  window.dispatchEvent(new Event('focus'))
  await pass(0)
  document.dispatchEvent(new Event('visibilitychange'))
  await pass(0)
  expect(asked.times).toBe(3)
})

test('a mutation without a network fails at once, and is not retried when the network is back', async () => {
  onlineManager.setOnline(false)
  const { ask, asked } = asker('x', new NetworkError())
  const change = new MutationObserver(client, { mutationFn: ask })
  const heard = change.mutate().catch((error: unknown) => error)
  await pass(0)
  expect(change.getCurrentResult()).toMatchObject({ status: 'error', isPaused: false })
  expect(await heard).toBeInstanceOf(NetworkError)

  onlineManager.setOnline(true)
  await pass(MINUTE_MS)
  expect(asked.times).toBe(1)
})
