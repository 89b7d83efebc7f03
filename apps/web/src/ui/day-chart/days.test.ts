import { expect, test } from 'vitest'
import { dayAfter, dayAt, namedDays } from './days.ts'

test.for([
  ['ArrowRight', 3, 4],
  ['ArrowRight', 29, 29],
  ['ArrowUp', 0, 1],
  ['ArrowLeft', 3, 2],
  ['ArrowLeft', 0, 0],
  ['PageUp', 3, 10],
  ['PageUp', 28, 29],
  ['PageDown', 3, 0],
  ['Home', 12, 0],
  ['End', 12, 29],
  ['a', 12, null],
] as const)('%s leads from day %i of thirty to %s', ([key, day, expected]) => {
  expect(dayAfter(day, key, 30)).toBe(expected)
})

test.for([
  { x: 0, day: 0, because: 'it is the beginning' },
  { x: 300, day: 6, because: 'it is the end' },
  { x: 74, day: 1, because: 'the second day is nearer' },
  { x: 76, day: 2, because: 'the third day is nearer' },
  { x: -20, day: 0, because: 'nothing is before the first day' },
  { x: 999, day: 6, because: 'nothing is after the last day' },
])('at $x of 300 it is day $day of seven, because $because', ({ x, day }) => {
  expect(dayAt(x, 300, 7)).toBe(day)
})

test('a chart without a width shows its first day', () => {
  expect(dayAt(50, 0, 7)).toBe(0)
})

test.for([
  { days: 7, max: 7, named: ['0', '1', '2', '3', '4', '5', '6'] },
  { days: 30, max: 6, named: ['5', '11', '17', '23', '29'] },
  { days: 90, max: 4, named: ['29', '59', '89'] },
  { days: 1, max: 4, named: ['0'] },
])('of $days days at most $max are named, today among them', ({ days, max, named }) => {
  expect(
    namedDays(
      Array.from({ length: days }, (_, index) => String(index)),
      max,
    ),
  ).toEqual(named)
})
