import { expect, test } from 'vitest'
import { isHandle, isReservedHandle, normaliseHandle } from './handles.ts'

test.for([
  { handle: 'bob', is: true, because: 'three characters are enough' },
  { handle: 'a'.repeat(32), is: true, because: 'thirty-two are the most' },
  { handle: '7of9', is: true, because: 'a digit may come first' },
  { handle: 'build-bot_2', is: true, because: 'dash and underscore may be inside' },
  { handle: 'bob_', is: true, because: 'only a dash is barred from the end' },
  { handle: 'bo', is: false, because: 'two characters are too few' },
  { handle: 'a'.repeat(33), is: false, because: 'thirty-three are too many' },
  { handle: 'bob-', is: false, because: 'a dash is last' },
  { handle: '-bob', is: false, because: 'a dash is first' },
  { handle: '_bob', is: false, because: 'an underscore is first' },
  { handle: 'Bob', is: false, because: 'the stored form is lower-case' },
  { handle: 'bøb', is: false, because: 'letters are ASCII' },
  { handle: 'bob\n', is: false, because: 'a line break is no part of it' },
  { handle: 'bob smith', is: false, because: 'white space is no part of it' },
])('$handle is a valid handle: $is, because $because', ({ handle, is }) => {
  expect(isHandle(handle)).toBe(is)
})

test('a handle typed in any case is stored lower-case', () => {
  expect(normaliseHandle('  Build-Bot ')).toBe('build-bot')
})

test.for(['chirpy', 'Admin', 'system', 'here', 'channel', 'EVERYONE', 'all'])(
  '%s is reserved, however it is typed',
  (handle) => {
    expect(isReservedHandle(handle)).toBe(true)
  },
)

test('a name that only begins with a reserved word is free', () => {
  expect(isReservedHandle('admin-bot')).toBe(false)
})
