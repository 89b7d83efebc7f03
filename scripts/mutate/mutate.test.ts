import { expect, test } from 'vitest'
import { generateMutations } from './generate.ts'
import { LISTED } from './list/index.ts'
import { mutationsOf } from './mutation.ts'
import { repository } from './repository.ts'

const listed = (find: string, files = ['a.ts', 'a.test.ts']) =>
  mutationsOf(
    { file: 'a.ts', tests: ['a.test.ts'], mutations: [{ find, replace: '$$', breaks: 'a rule' }] },
    { find: (pattern) => files.filter((file) => file === pattern), read: () => 'f(a, a, b)' },
  )

test('a mutation inserts its text literally', () => {
  expect(listed('b')).toMatchObject({
    problems: [],
    mutations: [{ title: 'a rule', mutated: 'f(a, a, $$)' }],
  })
})

test('the list matches the code', () => {
  const problems = LISTED.flatMap((entry) => mutationsOf(entry, repository).problems)

  expect(problems).toEqual([])
})

test.for([
  { find: 'd', files: ['a.ts', 'a.test.ts'], problem: 'a.ts: is there 0 times: d' },
  { find: 'a', files: ['a.ts', 'a.test.ts'], problem: 'a.ts: is there 2 times: a' },
  { find: ')', files: ['a.ts', 'a.test.ts'], problem: 'a.ts: is no program without: )' },
  { find: 'b', files: ['a.test.ts'], problem: 'a.ts: no file' },
  { find: 'b', files: ['a.ts'], problem: 'a.test.ts: no file' },
  { find: 'b', files: ['a.ts', 'a.ts', 'a.test.ts'], problem: 'a.ts: several files' },
])('a mutation that does not match exactly one place is reported: $problem', ({ find, files, problem }) => {
  expect(listed(find, files).problems).toEqual([problem])
})

test.for([
  { code: 'f(a < b)', made: ['f(a <= b)'] },
  { code: 'f(a && b)', made: ['f(a || b)'] },
  { code: 'f(a === true)', made: ['f(a !== true)', 'f(a === false)'] },
  { code: 'f(a + 1)', made: ['f(a - 1)', 'f(a + 2)'] },
  { code: "f('a')", made: ["f('')"] },
  { code: 'f(list.filter(isNew))', made: ['f(list)'] },
  { code: 'f(a ? b : c)', made: ['f(!(a) ? b : c)'] },
  { code: 'f((a as 1) > b)', made: ['f((a as 1) >= b)'] },
])('$code gets the mutations $made, and one without the statement', ({ code, made }) => {
  const mutated = generateMutations('a.ts', code, []).map((mutation) => mutation.mutated)
  expect(mutated.toSorted()).toEqual([';', ...made].toSorted())
})

test('an early return is negated and removed; types and imports stay', () => {
  const code = "import { b } from 'b'\nconst f = (a: 'x' | 1) => { if (a) return b }"
  const mutated = generateMutations('a.ts', code, []).map((mutation) => mutation.mutated)
  expect(mutated).toEqual([code.replace('if (a) return b', ''), code.replace('(a) return', '(!(a)) return')])
})
