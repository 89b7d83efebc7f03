import { expect, test } from 'vitest'
import { createSafeStorage } from '../../storage/safe-storage.ts'
import { startProviderSignIn, takePendingSignIn } from './pending-sign-in.ts'

const TEN_MINUTES_MS = 600_000
const began = 1_000_000

test.for([
  { after: 0, valid: true, because: 'it was just begun' },
  { after: TEN_MINUTES_MS, valid: true, because: 'ten minutes are not over' },
  { after: TEN_MINUTES_MS + 1, valid: false, because: 'ten minutes are over' },
  { after: -1, valid: false, because: 'it lies in the future' },
])('a sign-in begun $after ms ago counts=$valid because $because', ({ after, valid }) => {
  const storage = createSafeStorage(() => null)
  startProviderSignIn(storage, '/agents', began)
  expect(takePendingSignIn(storage, began + after)).toEqual(valid ? { next: '/agents' } : null)
})

test('a pending sign-in is consumed once', () => {
  const storage = createSafeStorage(() => null)
  startProviderSignIn(storage, null, began)
  expect(takePendingSignIn(storage, began)).toEqual({ next: null })
  expect(takePendingSignIn(storage, began)).toBeNull()
})

test.for(['', 'true', '[]', '{"at":"now"}', '{'])('an invalid mark %s is ignored', (mark) => {
  const storage = createSafeStorage(() => null)
  storage.set('signInBegun', mark)
  expect(takePendingSignIn(storage, began)).toBeNull()
})
