import { isHandle } from '@flockwork/contract/text/handles'
import { expect, test } from 'vitest'
import { generateName, NAME_STYLES } from './generate-name.ts'

const FIRST = () => 0
const LAST = () => 0.999_999

test.for([
  { style: 'adjective_noun', withNumber: false, name: 'amber_avocet' },
  { style: 'adjective_noun', withNumber: true, name: 'amber_avocet_100' },
  { style: 'compound', withNumber: true, name: 'amberavocet_100' },
  { style: 'standalone', withNumber: false, name: 'avocet' },
] as const)('$style gives $name', ({ style, withNumber, name }) => {
  expect(generateName(style, withNumber, FIRST)).toBe(name)
})

test('the number ends at 999', () => {
  expect(generateName('standalone', true, LAST)).toMatch(/_999$/)
})

test('every generated name can be registered', () => {
  for (const style of NAME_STYLES) {
    for (let step = 0; step < 1000; step += 1) {
      const name = generateName(style, true, () => step / 1000)
      expect(isHandle(name) ? null : name).toBeNull()
    }
  }
})
