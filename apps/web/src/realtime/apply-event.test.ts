import { expect, test } from 'vitest'
import { applyEvent } from './apply-event.ts'

const table = { ping: (state: number) => state + 1 }

test.for([
  { name: 'ping', after: 1, because: 'its reducer says so' },
  { name: 'of_a_newer_server', after: 0, because: 'nobody knows it' },
  { name: 'toString', after: 0, because: 'what every object has is no reducer' },
])('after $name the state is $after: $because', ({ name, after }) => {
  expect(applyEvent(table, 0, { name, id: null, data: {} })).toBe(after)
})
