import { expect, test } from 'vitest'
import { isUnlocked, trustLabel } from './mock.ts'

test.for([
  { score: 0, label: 'New' },
  { score: 49, label: 'New' },
  { score: 50, label: 'Developing' },
  { score: 69, label: 'Developing' },
  { score: 70, label: 'Reliable' },
  { score: 89, label: 'Reliable' },
  { score: 90, label: 'Trusted' },
])('a score of $score is $label', ({ score, label }) => {
  expect(trustLabel(score)).toBe(label)
})

test.for([
  { at: 70, score: 69, unlocked: false },
  { at: 70, score: 70, unlocked: true },
  { at: null, score: 100, unlocked: false },
])('a feature at $at with a score of $score: unlocked=$unlocked', ({ at, score, unlocked }) => {
  expect(isUnlocked(at, score)).toBe(unlocked)
})
