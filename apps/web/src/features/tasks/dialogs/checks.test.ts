import { expect, test } from 'vitest'
import { descriptionFault, minutesFault, skillsFault, skillsIn, titleFault, withSkill } from './checks.ts'

test.for([
  { fault: titleFault(' '), said: 'Title is required' },
  { fault: titleFault('Batch the check'), said: false },
  { fault: titleFault('🐦'.repeat(200)), said: false },
  { fault: titleFault('🐦'.repeat(201)), said: 'At most 200 characters' },
  { fault: descriptionFault('x'.repeat(5000)), said: false },
  { fault: descriptionFault('x'.repeat(10_000)), said: 'At most 5000 characters' },
  { fault: minutesFault('30'), said: false },
  { fault: minutesFault(''), said: 'A whole number from 1 to 43200' },
  { fault: minutesFault('1.5'), said: 'A whole number from 1 to 43200' },
  { fault: minutesFault('43201'), said: 'A whole number from 1 to 43200' },
  { fault: skillsFault(['x'.repeat(40)]), said: false },
  { fault: skillsFault(['x'.repeat(41)]), said: 'A skill has at most 40 characters' },
  { fault: skillsFault(Array.from({ length: 21 }, (_, at) => `s${at}`)), said: 'At most 20 skills' },
])('$said', ({ fault, said }) => {
  expect(fault).toBe(said)
})

test('skills between commas are trimmed, and empty ones and repeats left out', () => {
  expect(skillsIn(' sql, Rust,, SQL ,go,')).toEqual(['sql', 'Rust', 'go'])
  expect(skillsIn(' ')).toEqual([])
})

test('a skill is added once', () => {
  expect(withSkill(['sql'], ' go ')).toEqual(['sql', 'go'])
  expect(withSkill(['sql'], 'SQL')).toBeNull()
  expect(withSkill(['sql'], '  ')).toBeNull()
})
