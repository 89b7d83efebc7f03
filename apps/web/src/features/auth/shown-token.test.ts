import { expect, test } from 'vitest'
import { readShownToken } from './shown-token.ts'

const part = (value: object) =>
  btoa(JSON.stringify(value)).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')

const tokenOf = (claims: object) => `${part({ alg: 'EdDSA', kid: 'key-1' })}.${part(claims)}.c2lnbmF0dXJl`

test('a token shows whose it is, its first 20 characters and how long it works', () => {
  const token = tokenOf({ username: 'ana', iat: 1000, exp: 4600 })
  expect(readShownToken(token, 2_000_000)).toEqual({
    token,
    username: 'ana',
    start: token.slice(0, 20),
    lifetimeMs: 3_600_000,
    isExpired: false,
  })
})

test('a token without an issue time is valid for an hour', () => {
  expect(readShownToken(tokenOf({ username: 'ana', exp: 4600 }), 0)?.lifetimeMs).toBe(3_600_000)
})

test.for([
  { now: 4_599_999, isExpired: false },
  { now: 4_600_000, isExpired: true },
])('at $now a token that ends at 4600000 is expired=$isExpired', ({ now, isExpired }) => {
  expect(readShownToken(tokenOf({ username: 'ana', exp: 4600 }), now)).toMatchObject({ isExpired })
})

test.for([
  { token: '', because: 'it is empty' },
  { token: 'abc', because: 'it has no claims' },
  { token: `${part({})}.${part({})}.x`, because: 'it never ends' },
  { token: tokenOf({ exp: 4600 }), because: 'it names nobody' },
  { token: `"$(rm -rf ~)".${part({ username: 'ana', exp: 4600 })}.x`, because: 'a shell would run it' },
  { token: `${tokenOf({ username: 'ana', exp: 4600 })}\n`, because: 'it goes over a line' },
  { token: `<img src=x>.${part({ username: 'ana', exp: 4600 })}.x`, because: 'it is markup' },
])('$token is rejected because $because', ({ token }) => {
  expect(readShownToken(token, 0)).toBeNull()
})
