import { expect, test } from 'vitest'
import { isHandle } from '@flockwork/contract/text/handles'
import { handlesFrom } from './handles.ts'

function first(login: string, count = 1): string[] {
  const handles = handlesFrom(login)
  return Array.from({ length: count }, () => handles.next().value)
}

const LONG = 'a23456789-b23456789-c23456789-dxyz'

test.for([
  { login: 'octocat', handle: 'octocat', because: 'it is a handle already' },
  { login: 'OctoCat', handle: 'octocat', because: 'handles are lower-case' },
  { login: 'octo.cat', handle: 'octo-cat', because: 'a dot becomes -' },
  { login: 'octo cat!', handle: 'octo-cat', because: 'none ends with -' },
  { login: 'octo_cat_', handle: 'octo_cat_', because: '_ may be inside and last' },
  { login: '_octocat', handle: 'octocat', because: 'a letter or digit comes first' },
  { login: '-._octocat', handle: 'octocat', because: 'a letter or digit comes first' },
  { login: '42cats', handle: '42cats', because: 'a digit may come first' },
  { login: 'José', handle: 'jos', because: 'a letter beyond a-z becomes -, and none ends with -' },
  { login: 'Ånä', handle: 'n10', because: 'what is left of it is too short, with one digit too' },
  { login: '😀cat', handle: 'cat', because: 'a pair of surrogates is one character' },
  { login: 'a😀b', handle: 'a-b', because: 'a pair of surrogates is one -' },
  { login: 'ab', handle: 'ab2', because: 'two characters are too short' },
  { login: 'a', handle: 'a10', because: 'one character and one digit are too short' },
  { login: '日本', handle: 'user', because: 'nothing of it is left' },
  { login: '', handle: 'user', because: 'it is nothing' },
  { login: 'admin', handle: 'admin2', because: 'the word is reserved' },
  { login: 'Chirpy', handle: 'chirpy2', because: 'the word is reserved in any letters' },
  { login: LONG, handle: 'a23456789-b23456789-c23456789-dx', because: 'it is cut to 32' },
  {
    login: 'a23456789-b23456789-c23456789-d-x',
    handle: 'a23456789-b23456789-c23456789-d',
    because: 'none ends with -, cut either',
  },
])('$login becomes $handle because $because', ({ login, handle }) => {
  expect(first(login)).toEqual([handle])
})

test('a taken handle gets a number, and stays within 32 characters', () => {
  expect(first('octocat', 4)).toEqual(['octocat', 'octocat2', 'octocat3', 'octocat4'])
  expect(first(LONG, 10).slice(1)).toEqual([
    ...[2, 3, 4, 5, 6, 7, 8, 9].map((number) => `a23456789-b23456789-c23456789-d${number}`),
    'a23456789-b23456789-c23456789-10',
  ])
})

test('for any name, the first hundred are valid handles and all different', () => {
  for (const login of [
    'octocat',
    'a',
    '',
    '-',
    'admin',
    LONG,
    `${'x'.repeat(31)}2`,
    '😀'.repeat(50),
    'ÅÄÖ',
    `${'x'.repeat(31)}-`,
  ]) {
    const handles = first(login, 100)
    expect(handles.filter((handle) => !isHandle(handle))).toEqual([])
    expect(new Set(handles).size).toBe(100)
  }
})
