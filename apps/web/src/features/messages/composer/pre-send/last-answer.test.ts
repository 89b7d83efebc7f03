import { expect, test } from 'vitest'
import { isStillValid, VALID_FOR_MS, parseAnswer } from './last-answer.ts'

const NOON = Date.parse('2026-01-01T12:00:00Z')

test.for([
  { now: NOON, is: true, because: 'it was given a moment ago' },
  { now: NOON + VALID_FOR_MS - 1, is: true, because: 'the day is not over' },
  { now: NOON + VALID_FOR_MS, is: false, because: 'a day has passed' },
  { now: NOON - 1, is: false, because: 'the clock was set back' },
])('an answer is valid=$is because $because', ({ now, is }) => {
  expect(isStillValid({ choice: 'plain', at: NOON }, now)).toBe(is)
})

test.for([
  { stored: 'guide 12', is: { choice: 'guide', at: 12 } },
  { stored: null, is: null },
  { stored: '', is: null },
  { stored: 'guide', is: null },
  { stored: 'nobody 12', is: null },
  { stored: 'plain soon', is: null },
])('"$stored" is read as $is', ({ stored, is }) => {
  expect(parseAnswer(stored)).toEqual(is)
})
