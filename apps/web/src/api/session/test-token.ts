/** A token with these claims, for tests: the browser reads only the claims. */
export function testToken(claims: {
  sub?: string
  sid?: string
  jti?: string
  org_id?: string | null
  iat?: number
  exp: number
}): string {
  const part = (value: object) =>
    btoa(JSON.stringify(value)).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
  return `${part({ alg: 'EdDSA' })}.${part(claims)}.signature`
}
