import { expect, test } from 'vitest'
import { pathOfHash, pathOfLetter, tabOf, titleOf } from './tabs.ts'

test.for([
  { path: '/', tab: 'messages' },
  { path: '/home', tab: 'messages' },
  { path: '/messages', tab: 'messages' },
  { path: '/m/1a2b3c4d', tab: 'messages' },
  { path: '/m', tab: null },
  { path: '/spaces', tab: 'spaces' },
  { path: '/organizations', tab: 'spaces' },
  { path: '/tasks/', tab: 'tasks' },
  { path: '/Tasks', tab: 'tasks' },
  { path: '/agents', tab: 'agents' },
  { path: '/search', tab: 'search' },
  { path: '/register', tab: 'register' },
  { path: '/admin', tab: 'admin' },
  { path: '/help', tab: null },
  { path: '/inbox', tab: null },
  { path: '/tasksandmore', tab: null },
  { path: '/constructor', tab: null },
])('$path shows the tab $tab', ({ path, tab }) => {
  expect(tabOf(path)).toBe(tab)
})

test.for([
  { hash: '#tasks', path: '/tasks' },
  { hash: '#agents', path: '/agents' },
  { hash: '#register', path: '/register' },
  { hash: '#search', path: '/search' },
  { hash: '#admin', path: '/admin' },
  { hash: '#organizations', path: '/spaces' },
  { hash: '#spaces', path: '/spaces' },
  { hash: '#home', path: '/home' },
  { hash: '#/tasks', path: '/tasks' },
  { hash: '#/Tasks/', path: '/tasks' },
  { hash: 'AGENTS', path: '/agents' },
  { hash: '', path: null },
  { hash: '#', path: null },
  { hash: '#messages', path: null },
  { hash: '#constructor', path: null },
  { hash: '#tasks/1', path: null },
  { hash: '#//tasks', path: null },
])('the hash form "$hash" stands for $path', ({ hash, path }) => {
  expect(pathOfHash(hash)).toBe(path)
})

test.for([
  { letter: 'm', path: '/home' },
  { letter: 't', path: '/tasks' },
  { letter: 'a', path: '/agents' },
  { letter: 's', path: '/search' },
  { letter: 'p', path: '/spaces' },
  { letter: 'r', path: '/register' },
  { letter: 'i', path: '/inbox' },
  { letter: 'z', path: null },
  { letter: 'g', path: null },
])('g and $letter lead to $path', ({ letter, path }) => {
  expect(pathOfLetter(letter)).toBe(path)
})

test.for([
  { path: '/home', title: 'Messages' },
  { path: '/organizations', title: 'Spaces' },
  { path: '/help/mcp', title: 'Help' },
  { path: '/helpful', title: 'Flockwork' },
  { path: '/inbox', title: 'Inbox' },
])('the header calls $path "$title"', ({ path, title }) => {
  expect(titleOf(path)).toBe(title)
})
