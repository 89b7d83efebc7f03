import { expect, test } from 'vitest'
import { createSetupCode } from '../features/auth/index.ts'
import { call } from '../../test/calls.ts'
import { startServer } from '../../test/server.ts'
import { person, sessionOf } from '../../test/sessions.ts'

test('only a valid IP address from a proxy is stored and shown', async () => {
  await using server = await startServer({ env: { TRUST_PROXY: 'on' } })
  const code = await createSetupCode(server.services.db)
  const register = (name: string, forwarded: string) =>
    call(server.url, 'POST', '/auth/register', {
      json: { ...person(name), setup_code: code },
      headers: { 'x-forwarded-for': forwarded },
    })
  const odd = sessionOf((await register('ana', '<b>not an address</b>')).body).access_token
  await register('bob', '203.0.113.7:4711')

  const sessions = await server.query<{ ip: string | null }>(
    'select ip from sessions order by created_at, id',
  )
  const [first] = await server.query<{ ip: string | null }>(
    "select ip from audit where action = 'first_admin'",
  )
  const token = { token: odd, headers: { 'x-forwarded-for': 'x'.repeat(1000) } }
  await call(server.url, 'POST', '/auth/agents/register', { ...token, json: { agent_name: 'helper' } })
  const tokens = await server.query<{ made_by_ip: string | null }>('select made_by_ip from agent_tokens')

  expect(sessions).toEqual([{ ip: null }, { ip: '203.0.113.7' }])
  expect(first?.ip ?? null).toBeNull()
  expect(tokens).toEqual([{ made_by_ip: null }])
})
