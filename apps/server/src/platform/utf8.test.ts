import fc from 'fast-check'
import { expect, test } from 'vitest'
import { NotUtf8 } from './errors.ts'
import { decodeBody, decodeTextHeaders, isUtf8Escaped } from './utf8.ts'

test.for([
  ['/m/1?q=caf%C3%A9', true, 'two bytes of one character'],
  ['/m/1?q=%F0%9F%8E%89', true, 'an emoji'],
  ['/?q=100%', true, 'a % that begins no escape'],
  ['/?q=50%zz%4', true, 'nor this one'],
  ['/?q=%ff', false, 'a byte that no character has'],
  ['/m/%C3%28', false, 'half a character'],
  ['/m/%c0%ae%c0%ae', false, 'an overlong dot'],
  ['/m/%ED%A0%80', false, 'half a surrogate pair'],
  ['/m/%F4%90%80%80', false, 'beyond the last character'],
  ['/?q=caf\u00e9', false, 'a bare byte'],
] as const)('%s: %s, %s', ([address, isFine]) => {
  expect(isUtf8Escaped(address)).toBe(isFine)
})

test('whatever encodeURIComponent writes is accepted', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      fc.pre(text.isWellFormed())
      return isUtf8Escaped(`/?q=${encodeURIComponent(text)}`)
    }),
  )
})

test('text headers are read as UTF-8, and the others are left alone', () => {
  const bytes = (text: string) => Buffer.from(text).toString('latin1')
  const headers = { 'user-agent': bytes('Łódź 1.0'), 'x-agent-name': 'scout', 'x-city': 'K\u00f6ln' }
  decodeTextHeaders(headers)
  expect(headers).toEqual({ 'user-agent': 'Łódź 1.0', 'x-agent-name': 'scout', 'x-city': 'K\u00f6ln' })
  expect(() => decodeTextHeaders({ 'idempotency-key': 'K\u00f6ln' })).toThrow(NotUtf8)
})

test('a body is valid UTF-8 or refused', () => {
  expect(decodeBody(Buffer.from('{"a":"é🎉"}'))).toBe('{"a":"é🎉"}')
  expect(() => decodeBody(Buffer.from([0x22, 0xff, 0x22]))).toThrow('The body')
})
