import { expect, test } from 'vitest'
import { maskRanges } from '../found.ts'
import { readingsOf } from '../readings.ts'
import { findNumbers } from './find-numbers.ts'

const find = (text: string) => findNumbers(readingsOf(text))
const masked = (text: string) => maskRanges(text, find(text))

test.for([
  ['4111111111111111', '********', 'in one piece'],
  ['pay with 4111 1111 1111 1111, 12/27 123.', 'pay with ********, 12/27 123.', 'as printed'],
  ['5500-0000-0000-0004', '********', 'with dashes'],
  ['5500.0000.0000.0004', '********', 'with dots'],
  ['3782 822463 10005 or 378282246310005', '******** or ********', 'American Express'],
  ['3056 930902 5904', '********', 'Diners Club'],
  ['4222 2222 2222 2', '********', 'thirteen digits'],
  ['6011 0009 9013 9424', '********', 'Discover'],
  ['3530111333300000', '********', 'JCB'],
  ['4 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1', '********', 'digit by digit'],
  ['4111 1111 1111 1111 5500 0000 0000 0004', '******** ********', 'a row of cards'],
  ['４１１１ １１１１ １１１１ １１１１', '********', 'full-width'],
  ['4111\u200b1111\u200b1111\u200b1111', '********', 'with unseen characters'],
  ['"card":4111111111111111}', '"card":********}', 'in JSON'],
] as const)('%s is a card: %s (%s)', ([text, expected]) => {
  expect(masked(text)).toBe(expected)
  expect(find(text)[0]).toMatchObject({ rule: 'number.card', words: 'a payment card number' })
})

test.for([
  ['4111111111111112', 'its last digit is wrong'],
  ['1111111111111117', 'no issuer begins so'],
  ['41111111111111110000', 'a longer run'],
  ['4111 1111 1111 1111 1111', 'a longer row'],
  ['1234 4111 1111 1111 1111 4321', 'within a row'],
  ['0.4111111111111111', 'a decimal'],
  ['x4111111111111111', 'an identifier'],
  ['4111111111111111n', 'a literal'],
  ['a0b1c2d3-4111-1111-1111-111111111111', 'an id'],
  ['4111  1111  1111  1111', 'a table'],
  ['4111 1111-1111 1111', 'several separators'],
  ['55000000000000', 'too short for its issuer'],
] as const)('%s is no card: %s', ([text]) => {
  expect(find(text)).toEqual([])
})

test.for([
  ['DE89 3704 0044 0532 0130 00 is mine', '******** is mine'],
  ['to GB82WEST12345698765432.', 'to ********.'],
  ['iban=fr1420041010050500013m02606', 'iban=********'],
  ['NL91-ABNA-0417-1643-00', '********'],
  ['CH93 0076 2011 6238 5295 7', '********'],
  ['MT84MALT011000012345MTLCAST001S', '********'],
] as const)('%s is an IBAN', ([text, expected]) => {
  expect(masked(text)).toBe(expected)
  expect(find(text)[0]?.rule).toBe('number.iban')
})

test.for([
  ['DE89 3704 0044 0532 0130 01', 'the check digits are wrong'],
  ['DE89 3704 0044 0532 0130', 'too short for Germany'],
  ['DE89370400440532013000A', 'it goes on'],
  ['XX89 3704 0044 0532 0130 00', 'no such country'],
  ['GB82123412345698765432', 'not the form of its country'],
  ['DE89  3704  0044  0532  0130  00', 'two spaces'],
] as const)('%s is no IBAN: %s', ([text]) => {
  expect(find(text)).toEqual([])
})

test.for([
  ['my SSN is 123-45-6789', 'my SSN is ********'],
  ['social security: 123 45 6789', 'social security: ********'],
  ['ssn=123456789', 'ssn=********'],
  ['123-45-6789 is my social security number', '******** is my social security number'],
  [' 123-45-6789\n', ' ********\n'],
] as const)('%o is a social security number', ([text, expected]) => {
  expect(masked(text)).toBe(expected)
  expect(find(text)[0]?.rule).toBe('number.us-ssn')
})

test.for([
  ['part 123-45-6789 is on its way', 'nobody speaks of social security'],
  ['ticket 123456789', 'nobody speaks of social security'],
  ['SSN 000-12-3456', 'no area'],
  ['SSN 666-12-3456', 'never given out'],
  ['SSN 912-12-3456', 'never given out'],
  ['SSN 123-00-4567', 'no group'],
  ['SSN 123-45-0000', 'no serial'],
  ['SSN 078-05-1120', 'nobody’s'],
  ['SSN 123-45-67890', 'longer'],
  ['ssn: 1123-45-6789', 'longer'],
] as const)('%s is none: %s', ([text]) => {
  expect(find(text)).toEqual([])
})
