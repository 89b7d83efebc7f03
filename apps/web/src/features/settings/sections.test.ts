import { expect, test } from 'vitest'
import { sectionOf } from './sections.ts'

test.for([
  { value: undefined, section: null, because: 'the address asks for none' },
  { value: null, section: null, because: 'the address asks for none' },
  { value: 'devices', section: 'devices', because: 'it is one of the sections' },
  { value: 'data', section: 'data', because: 'it is one of the sections' },
  { value: '', section: 'profile', because: 'settings without a name begin at the first' },
  { value: 'Devices', section: 'profile', because: 'addresses mind upper and lower case' },
  { value: 'toString', section: 'profile', because: 'no such section exists' },
  { value: 7, section: 'profile', because: 'a number names none' },
])('?settings=$value opens $section because $because', ({ value, section }) => {
  expect(sectionOf(value)).toBe(section)
})
