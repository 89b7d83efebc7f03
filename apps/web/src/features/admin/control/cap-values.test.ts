import { expect, test } from 'vitest'
import { CAP_FIELDS, capTexts, readCap } from './cap-values.ts'

test.for([
  ['dollars_day', '0.50', { unit: 'microdollars', span: 'day', amount: 500_000 }],
  ['dollars_total', ' $3 ', { unit: 'microdollars', span: 'total', amount: 3_000_000 }],
  ['dollars_day', '0.0000001', undefined],
  ['dollars_day', '-1', undefined],
  ['dollars_day', '1e3', undefined],
  ['tokens_day', '20000', { unit: 'tokens', span: 'day', amount: 20_000 }],
  ['tokens_total', '0', { unit: 'tokens', span: 'total', amount: 0 }],
  ['tokens_total', '1.5', undefined],
  ['tokens_total', '  ', null],
] as const)('%s: %j is read as %o', ([field, text, cap]) => {
  expect(readCap(field, text)).toEqual(cap)
})

test('a parsed cap is formatted back to the same text', () => {
  const caps = [
    { unit: 'microdollars', span: 'day', amount: 500_000 },
    { unit: 'tokens', span: 'total', amount: 20_000 },
  ] as const
  const texts = capTexts(caps)
  expect(texts).toEqual({ dollars_day: '0.5', dollars_total: '', tokens_day: '', tokens_total: '20000' })
  expect(CAP_FIELDS.flatMap((field) => readCap(field, texts[field]) ?? [])).toEqual(caps)
})
