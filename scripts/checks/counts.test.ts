import { expect, test } from 'vitest'

import { countPlaywright } from './browser.ts'
import { NOTHING, add, describe, judgeFlaky } from './step.ts'
import { countVitest } from './vitest.ts'

const green = {
  numPassedTests: 7,
  numFailedTests: 0,
  numPendingTests: 1,
  numTodoTests: 1,
  testResults: [
    {
      name: 'a.test.ts',
      status: 'passed',
      assertionResults: [{ status: 'passed', fullName: 'holds', failureMessages: [] }],
    },
  ],
}
const brokenFile = { name: 'b.test.ts', status: 'failed', assertionResults: [] }
const failedTest = {
  name: 'c.test.ts',
  status: 'failed',
  assertionResults: [
    { status: 'failed', fullName: 'breaks', failureMessages: ['no: \u001B[31mit isn’t\nat all'] },
  ],
}

test.for([
  { report: green, code: 0, failed: 0, failures: [], because: 'all is well' },
  {
    report: green,
    code: 1,
    failed: 1,
    failures: ['an error outside of any test'],
    because: 'an error outside of any test is a failure',
  },
  {
    report: { ...green, testResults: [brokenFile] },
    code: 1,
    failed: 1,
    failures: ['b.test.ts'],
    because: 'a file that could not be loaded is a failure',
  },
  {
    report: { ...green, numFailedTests: 1, testResults: [failedTest] },
    code: 1,
    failed: 1,
    failures: ['breaks: no: it isn’t'],
    because: 'a failed test is counted once, not also as its file',
  },
])('unit and API tests: $failed failed because $because', ({ report, code, failed, failures }) => {
  expect(countVitest(report, code)).toEqual({ passed: 7, failed, skipped: 2, failures, flaky: [] })
})

const journey = (title: string, status: 'expected' | 'unexpected' | 'flaky') => ({
  title,
  ok: status !== 'unexpected',
  tests: [{ status }],
})
const journeys = { expected: 5, unexpected: 0, flaky: 0, skipped: 0 }

test.for([
  { stats: journeys, errors: [], code: 0, failed: 0, because: 'all is well' },
  { stats: { ...journeys, unexpected: 2 }, errors: [], code: 1, failed: 2, because: 'two journeys failed' },
  {
    stats: journeys,
    errors: [{}],
    code: 1,
    failed: 1,
    because: 'a file that could not be loaded is a failure',
  },
  {
    stats: journeys,
    errors: [],
    code: 1,
    failed: 1,
    because: 'a bad end with every journey green is a failure',
  },
])('browser tests: $failed failed because $because', ({ stats, errors, code, failed }) => {
  expect(countPlaywright({ stats, errors, suites: [] }, code)).toMatchObject({
    passed: 5,
    failed,
    skipped: 0,
  })
})

test('a browser test that failed is named with its file, however deeply nested it is', () => {
  const inner = { file: 'a.spec.ts', specs: [journey('breaks', 'unexpected')] }
  const suites = [{ file: 'a.spec.ts', specs: [journey('holds', 'expected')], suites: [inner] }]

  const { failures } = countPlaywright({ stats: { ...journeys, unexpected: 1 }, errors: [], suites }, 1)

  expect(failures).toEqual(['a.spec.ts: breaks'])
})

test('a test that passed only on a retry is counted as passed, and named', () => {
  const suites = [{ file: 'a.spec.ts', specs: [journey('wavers', 'flaky')] }]
  const wavering = { status: 'passed', fullName: 'wavers', failureMessages: ['no'] }
  const report = { ...green, testResults: [{ name: 'a', status: 'passed', assertionResults: [wavering] }] }

  expect(countPlaywright({ stats: { ...journeys, flaky: 1 }, errors: [], suites }, 0)).toEqual({
    passed: 6,
    failed: 0,
    skipped: 0,
    failures: [],
    flaky: ['a.spec.ts: wavers'],
  })
  expect(countVitest(report, 0)).toMatchObject({ passed: 7, failed: 0, failures: [], flaky: ['wavers: no'] })
})

test.for([
  { flaky: ['a', 'b', 'c'], failed: 0 },
  { flaky: ['a', 'b', 'c', 'd'], failed: 4 },
])('$flaky.length that passed only when tried again fail $failed', ({ flaky, failed }) => {
  const sum = judgeFlaky({ ...NOTHING, passed: 9, flaky })

  expect(sum).toMatchObject({ passed: 9 - failed, failed, failures: failed > 0 ? flaky : [] })
})

test('the last line adds up every runner and names skipped tests only when there are some', () => {
  const sum = add(
    { ...NOTHING, passed: 3, failed: 1, failures: ['one'] },
    { ...NOTHING, passed: 2, skipped: 4 },
  )

  expect(sum.failures).toEqual(['one'])
  expect(describe(sum)).toBe('5 passed, 1 failed, 4 skipped')
  expect(describe({ ...sum, skipped: 0 })).toBe('5 passed, 1 failed')
})
