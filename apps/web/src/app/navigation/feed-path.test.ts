import { expect, test } from 'vitest'
import { feedPathFrom } from './feed-path.ts'

const personal = { is_personal: true }
const shared = { is_personal: false }

test.for([
  { pathname: '/', space: personal, to: '/home' },
  { pathname: '/messages', space: personal, to: '/home' },
  { pathname: '/home', space: personal, to: null },
  { pathname: '/home', space: shared, to: '/' },
  { pathname: '/messages', space: shared, to: '/' },
  { pathname: '/', space: shared, to: null },
  { pathname: '/', space: undefined, to: null },
  { pathname: '/tasks', space: shared, to: null },
  { pathname: '/m/1', space: personal, to: null },
])('$pathname leads to $to in $space', ({ pathname, space, to }) => {
  expect(feedPathFrom(pathname, space)).toBe(to)
})
