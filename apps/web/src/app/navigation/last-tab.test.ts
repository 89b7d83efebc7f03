import { afterEach, expect, test } from 'vitest'
import { createKeys } from '../../storage/keys.ts'
import { createSafeStorage } from '../../storage/safe-storage.ts'
import { memoryBacking } from '../../storage/test-storage.ts'
import { clearLastTab, lastTabPath, saveLastTab } from './last-tab.ts'

const storage = createSafeStorage(() => memoryBacking(new Map(), () => {}))
const keys = createKeys(storage)
const browser = { keys, storage }

afterEach(() => clearLastTab(browser))

test.for([
  { last: 'tasks', isAdmin: false, path: '/tasks', because: 'it was the last' },
  { last: 'spaces', isAdmin: false, path: '/spaces', because: 'it was the last' },
  { last: 'messages', isAdmin: false, path: '/home', because: 'Messages is at home' },
  { last: 'admin', isAdmin: true, path: '/admin', because: 'an admin may be there' },
  { last: 'admin', isAdmin: false, path: '/home', because: 'only admins may be there' },
] as const)('after $last an unknown address leads to $path, because $because', ({ last, isAdmin, path }) => {
  saveLastTab(browser, last)
  expect(lastTabPath(browser, isAdmin)).toBe(path)
})

test.for([{ stored: null }, { stored: '' }, { stored: 'constructor' }, { stored: '/tasks' }])(
  'with $stored kept, an unknown address leads home',
  ({ stored }) => {
    if (stored !== null) storage.set(keys.of('lastTab'), stored)
    expect(lastTabPath(browser, true)).toBe('/home')
  },
)

test("the last tab is stored under the app's prefix", () => {
  saveLastTab(browser, 'agents')
  expect(storage.get('ax_production_lastTab')).toBe('agents')
})
