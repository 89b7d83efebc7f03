import { expect, test } from 'vitest'
import { ApiError, NetworkError } from '../../api/api-error.ts'
import { failureText } from './failure.ts'
import { scenarioOf } from './scenario-of.ts'

test.for([
  { error: new ApiError(503, { detail: 'Try again' }), text: 'Unable (503): Try again' },
  {
    error: new ApiError(409, { detail: { code: 'x', message: 'It is full' } }),
    text: 'Unable (409): It is full',
  },
  { error: new ApiError(502, null), text: 'Unable (502)' },
  { error: new NetworkError('gone'), text: 'Unable' },
])('a failed demo reads $text', ({ error, text }) => {
  expect(failureText('Unable', error)).toBe(text)
})

test.for([
  { detail: 'notes', scenario: 'notes', because: 'the detail names it' },
  { detail: { scenario: 'team' }, scenario: 'team', because: 'a field of the detail names it' },
  { detail: null, scenario: null, because: 'nothing is named' },
  { detail: { scenario: 'chaos' }, scenario: null, because: 'there is no such scenario' },
  { detail: 7, scenario: null, because: 'the detail is no name' },
])('an event requests $scenario because $because', ({ detail, scenario }) => {
  expect(scenarioOf(new CustomEvent('flockwork:run-demo', { detail }))).toBe(scenario)
  expect(scenarioOf(new Event('flockwork:run-demo'))).toBe(null)
})
