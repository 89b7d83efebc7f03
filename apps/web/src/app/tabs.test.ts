import { expect, test } from 'vitest'
import { pathOfHash, tabOf } from './tabs.ts'

test.for([
  { path: '/', tab: 'messages' },
  { path: '/home', tab: 'messages' },
  { path: '/messages', tab: 'messages' },
  { path: '/m/1a2b3c4d', tab: 'messages' },
  { path: '/organizations', tab: 'spaces' },
  { path: '/tasks/', tab: 'tasks' },
  { path: '/register', tab: 'register' },
  { path: '/help', tab: null },
  { path: '/tasksandmore', tab: null },
])('$path shows the tab $tab', ({ path, tab }) => {
  expect(tabOf(path)).toBe(tab)
})

test.for([
  { hash: '#tasks', path: '/tasks' },
  { hash: '#organizations', path: '/spaces' },
  { hash: '#spaces', path: '/spaces' },
  { hash: '#home', path: '/home' },
  { hash: '', path: null },
  { hash: '#constructor', path: null },
  { hash: '#tasks/1', path: null },
])('the hash form "$hash" stands for $path', ({ hash, path }) => {
  expect(pathOfHash(hash)).toBe(path)
})
