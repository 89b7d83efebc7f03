import { expect, test } from 'vitest'
import { registrationOf, withDefaults } from './request-defaults.ts'
import { readResource } from './resources.ts'

const ALL = 'mcp messages:write tasks:write spaces:switch'

test.for([
  { scope: null, filled: ALL, because: 'none was sent' },
  { scope: 'openid offline_access', filled: `openid offline_access ${ALL}`, because: 'none of ours was' },
  { scope: 'mcp', filled: 'mcp', because: 'less was requested' },
  { scope: 'mcp nonsense', filled: 'mcp', because: 'unknown ones are left out' },
])('scope $scope becomes "$filled" because $because', ({ scope, filled }) => {
  const params = new URLSearchParams(scope === null ? {} : { scope })
  expect(withDefaults(params).get('scope')).toBe(filled)
})

const AT = 'https://flock.example'
test.for([
  { resource: `${AT}/mcp`, read: { agent: null } },
  { resource: `${AT}/mcp/`, read: { agent: null } },
  { resource: `${AT}/mcp/agents/Scout`, read: { agent: 'scout' } },
  { resource: `${AT}/mcp/agents/%40scout`, read: { agent: 'scout' } },
  { resource: `${AT}/mcp/agents/a/b`, read: undefined },
  { resource: AT, read: undefined },
  { resource: `${AT}/api`, read: undefined },
  { resource: `${AT}/mcp?x=1`, read: undefined },
  { resource: 'https://evil.example/mcp', read: undefined },
  { resource: 'http://flock.example/mcp', read: undefined },
  { resource: 'mcp', read: undefined },
])('$resource is $read', ({ resource, read }) => {
  expect(readResource(resource, AT)).toEqual(read)
})

test('all loopback names are equal, but not on another port', () => {
  expect(readResource('http://localhost:8787/mcp', 'http://127.0.0.1:8787')).toEqual({ agent: null })
  expect(readResource('http://[::1]:8787/mcp', 'http://localhost:8787')).toEqual({ agent: null })
  expect(readResource('http://localhost:80/mcp', 'http://127.0.0.1:8787')).toBeUndefined()
  expect(readResource('http://127.evil.example:8787/mcp', 'http://127.0.0.1:8787')).toBeUndefined()
})

test('a registration gets defaults for what real programs leave out', () => {
  expect(registrationOf({ redirect_uris: ['http://127.0.0.1/cb'], software_id: 'x', scope: 'odd' })).toEqual({
    redirect_uris: ['http://127.0.0.1/cb'],
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    application_type: 'native',
  })
  expect(registrationOf({ redirect_uris: ['https://claude.example/cb'] })).toMatchObject({
    application_type: 'web',
  })
  expect(registrationOf({ grant_types: ['urn:ietf:params:oauth:grant-type:device_code'] })).toMatchObject({
    redirect_uris: [],
    response_types: [],
  })
  for (const odd of [null, 5, 'x', []]) expect(registrationOf(odd)).toBe(odd)
  expect(registrationOf({ redirect_uris: 5, grant_types: {} })).toMatchObject({ redirect_uris: 5 })
})
