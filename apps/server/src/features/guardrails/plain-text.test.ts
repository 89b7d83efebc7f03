import fc from 'fast-check'
import { expect, test } from 'vitest'
import { plainTextOf } from './plain-text.ts'

test.for([
  ['key', 'it is plain'],
  ['café 🎉 日本', 'other scripts are read as they are'],
  ['\ufdfa', 'one sign of 18 letters is no disguise, and 20,000 of them would be 360,000'],
] as const)('"%s" is the same already: %s', ([text]) => {
  expect(plainTextOf(text)).toBeUndefined()
})

test.for([
  ['g\u200bh\u2060p', 'ghp', 'zero-width space and word joiner'],
  ['g\u00adh\ufeffp', 'ghp', 'soft hyphen and byte order mark'],
  ['ｇｈｐ＿', 'ghp_', 'full-width'],
  ['𝚐𝗵𝓹', 'ghp', 'mathematical'],
  ['ⓖⓗⓟ', 'ghp', 'circled'],
  ['g\u0332h\u20ddp', 'ghp', 'marks over it'],
  ['g\u{e0067}h\u202ep', 'ghp', 'a tag and an override of direction'],
  ['g\u0001h\u0085p\u007f', 'ghp', 'controls'],
  ['ｋ\r\n\tｅ', 'k\r\n\te', 'breaks stay'],
] as const)('%o is read as %s: %s', ([text, plain]) => {
  expect(plainTextOf(text)?.text).toBe(plain)
})

test('a range maps to the original, including removed characters inside it', () => {
  const text = 'é: ｇ\u200bｈ\u200b, ㎏'
  const plain = plainTextOf(text)
  const original = (part: string) => {
    const at = plain?.text.indexOf(part) ?? -1
    const { start, end } = plain?.rangeOf(at, at + part.length) ?? { start: 0, end: 0 }
    return text.slice(start, end)
  }
  expect(original('gh')).toBe('ｇ\u200bｈ')
  expect(original('kg')).toBe('㎏')
  expect(original('é: g')).toBe('é: ｇ')
})

test('ranges are never reversed and never split a character', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.nat(20), fc.nat(20), (text, from, length) => {
      const plain = plainTextOf(text)
      if (plain === undefined || from + length >= plain.text.length) return true
      const { start, end } = plain.rangeOf(from, from + length + 1)
      return (
        start < end && end <= text.length && text.slice(start, end).isWellFormed() === text.isWellFormed()
      )
    }),
  )
})
