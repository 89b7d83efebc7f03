import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createToastStore, REMOVAL_DELAY_MS, shownFor } from './toast-store.ts'

beforeEach(() => {
  vi.useFakeTimers()
})

afterEach(() => {
  vi.useRealTimers()
})

test('a newer toast replaces the older: there is only one at a time', () => {
  const store = createToastStore()
  store.toast({ title: 'Message updated' })
  store.toast({ title: 'Message deleted' })
  expect(store.current()).toMatchObject({ title: 'Message deleted', state: 'open' })
})

test('a dismissed toast leaves the state 1,000,000 ms later', () => {
  const store = createToastStore()
  store.toast({ title: 'Reply sent' })
  store.dismiss(store.current()?.id ?? 0)
  expect(store.current()?.state).toBe('dismissed')

  vi.advanceTimersByTime(REMOVAL_DELAY_MS - 1)
  expect(store.current()?.state).toBe('dismissed')
  vi.advanceTimersByTime(1)
  expect(store.current()).toBeNull()
})

test('removing an older toast never removes a newer one', () => {
  const store = createToastStore()
  store.toast({ title: 'First' })
  store.dismiss(store.current()?.id ?? 0)
  store.toast({ title: 'Second' })
  vi.advanceTimersByTime(REMOVAL_DELAY_MS * 2)
  expect(store.current()).toMatchObject({ title: 'Second', state: 'open' })
})

test('dismissing a toast that was replaced changes nothing', () => {
  const store = createToastStore()
  store.toast({ title: 'First' })
  const first = store.current()?.id ?? 0
  store.toast({ title: 'Second' })
  store.dismiss(first)
  expect(store.current()).toMatchObject({ title: 'Second', state: 'open' })
})

test.for([
  { toast: { title: 'Saved' }, ms: 5_000, because: 'it only informs' },
  {
    toast: { title: 'Not saved', tone: 'bad' as const },
    ms: 8_000,
    because: 'an error takes longer to read',
  },
  {
    toast: { title: 'Not sent', tone: 'bad' as const, action: { label: 'Retry', onSelect: () => undefined } },
    ms: null,
    because: 'an offer waits for its answer',
  },
])('a toast is shown for $ms ms because $because', ({ toast, ms }) => {
  expect(shownFor(toast)).toBe(ms)
})
