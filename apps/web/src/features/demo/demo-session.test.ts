import { expect, test } from 'vitest'
import { createSafeStorage } from '../../storage/safe-storage.ts'
import { saveDemoSession, readDemoSession } from './demo-session.ts'
import { SESSION_KEY } from './shown-demo.ts'

test.for([
  { kind: 'requested', userId: 'ana', scenario: 'notes' },
  { kind: 'requested', userId: 'ana', scenario: null },
  { kind: 'shown', userId: 'ana', spaceId: 's', firstId: 'm', waiting: ['n'] },
] as const)('a demo that is $kind survives a reload, until it ends', (session) => {
  const storage = createSafeStorage(() => null)
  expect(readDemoSession(storage)).toBe(null)

  saveDemoSession(storage, session)
  expect(readDemoSession(storage)).toEqual(session)

  saveDemoSession(storage, null)
  expect(readDemoSession(storage)).toBe(null)
})

test.for(['{', 'null', '5', '{}', '{"kind":"shown","userId":"ana"}', '{"kind":"else","userId":"ana"}'])(
  'what can not be read, as %s, is no demo',
  (text) => {
    const storage = createSafeStorage(() => null)
    storage.set(SESSION_KEY, text)
    expect(readDemoSession(storage)).toBe(null)
  },
)
