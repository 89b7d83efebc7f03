import fc from 'fast-check'
import { expect, test } from 'vitest'
import { PRIORITY_NAMES, TASK_PRIORITIES, isHighPriority, priorityRank, readPriority } from './priorities.ts'

test.for([
  { word: 'critical', priority: 'critical', because: 'it is ours' },
  { word: 'high', priority: 'high', because: 'it is ours' },
  { word: 'medium', priority: 'medium', because: 'it is ours' },
  { word: 'low', priority: 'low', because: 'it is ours' },
  { word: 'urgent', priority: 'critical', because: 'other systems call it so' },
  { word: 'p0', priority: 'critical', because: 'it is the first code' },
  { word: 'P1', priority: 'high', because: 'codes are written in capitals, too' },
  { word: 'P2', priority: 'medium', because: 'it is the third code' },
  { word: 'p3', priority: 'low', because: 'it is the fourth code' },
  { word: ' Urgent ', priority: 'critical', because: 'white space and case do not matter' },
  { word: 'blocker', priority: 'critical', because: 'trackers call it so' },
  { word: 'Normal', priority: 'medium', because: 'mail calls it so' },
  { word: 'whatever', priority: 'medium', because: 'nobody knows it' },
  { word: '', priority: 'medium', because: 'it says nothing' },
  { word: null, priority: 'medium', because: 'there is none' },
  { word: undefined, priority: 'medium', because: 'there is none' },
  { word: 'constructor', priority: 'medium', because: 'what every object has is no priority' },
  { word: '__proto__', priority: 'medium', because: 'nor is this' },
] as const)('"$word" means $priority because $because', ({ word, priority }) => {
  expect(readPriority(word)).toBe(priority)
})

test('any word means one of the four', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 60 }), (word) => {
      expect(TASK_PRIORITIES).toContain(readPriority(word))
    }),
  )
})

test('they are ranked from the most urgent on, and each has a name', () => {
  expect(TASK_PRIORITIES.map(priorityRank)).toEqual([0, 1, 2, 3])
  expect(TASK_PRIORITIES.map((one) => PRIORITY_NAMES[one])).toEqual(['Critical', 'High', 'Medium', 'Low'])
})

test('critical and high are high', () => {
  expect(TASK_PRIORITIES.filter(isHighPriority)).toEqual(['critical', 'high'])
})
