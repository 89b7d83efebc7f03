import {
  LOGIN_THROTTLE_WINDOW_MS,
  WRONG_PASSWORDS_PER_ACCOUNT,
  WRONG_PASSWORDS_PER_ADDRESS,
} from '@flockwork/contract/limits'
import { expect, test } from 'vitest'
import { call, cookieOf } from '../../../../test/calls.ts'
import { PASSWORD } from '../../../../test/people.ts'
import { startPair, startServer } from '../../../../test/server.ts'
import { login, register, sessionOf } from '../../../../test/sessions.ts'
import { RateLimited } from '../../../platform/errors.ts'

test('after ten wrong passwords an account refuses strangers but not a known device', async () => {
  await using server = await startServer()
  const registered = await register(server, 'ana')
  const device = cookieOf(registered.headers, 'ax_device')?.pair ?? ''
  await call(server.url, 'POST', '/auth/logout', { token: sessionOf(registered.body).access_token })
  for (let attempt = 0; attempt < 10; attempt++) {
    // by username or e-mail address, in any case: it is one account
    const name = ['ana', 'ANA', 'ana@example.org'][attempt % 3] ?? ''
    expect((await login(server, name, `wrong ${attempt}`)).status).toBe(401)
  }

  const stranger = await login(server, 'ana')
  const known = await login(server, 'ana', PASSWORD, { headers: { cookie: device } })
  const forged = await login(server, 'ana', PASSWORD, { headers: { cookie: `${device.slice(0, -2)}xx` } })

  expect(stranger.status).toBe(429)
  expect(stranger.body).toMatchObject({ error: 'rate_limited', retry_after: expect.any(Number) })
  const { headers } = stranger
  expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
  expect(Number(headers.get('retry-after'))).toBeLessThanOrEqual(900)
  expect([headers.get('ratelimit-limit'), headers.get('ratelimit-remaining')]).toEqual(['10', '0'])
  expect(headers.get('ratelimit-reset')).not.toBeNull()
  expect(known.status).toBe(200)
  expect(forged.status).toBe(429)
})

test('all servers count wrong passwords together, and a correct one does not count', async () => {
  await using pair = await startPair()
  const { server, twin } = pair
  await register(server, 'ana')
  for (let right = 0; right < 12; right++) expect((await login(server, 'ana')).status).toBe(200)

  for (let attempt = 0; attempt < 10; attempt++) {
    expect((await login(attempt % 2 === 0 ? server : twin, 'ana', 'wrong password')).status).toBe(401)
  }

  expect((await login(server, 'ana')).status).toBe(429)
  expect((await login(twin, 'ana')).status).toBe(429)
})

test('a hundred concurrent wrong passwords on two servers get no more tries than sequential ones', async () => {
  await using server = await startServer()
  await using twin = await server.startTwin()
  await register(server, 'ana')

  const answers = await Promise.all(
    Array.from({ length: 100 }, (_, index) =>
      login(index % 2 === 0 ? server : twin, 'ana', `wrong password ${index}`),
    ),
  )

  expect(answers.filter(({ status }) => status === 401)).toHaveLength(10)
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(90)
})

test('concurrent correct passwords don’t count: eighty from one address, and many of one account, sign in', async () => {
  await using server = await startServer()
  await using twin = await server.startTwin()
  const registered = await register(server, 'ana')
  const device = cookieOf(registered.headers, 'ax_device')?.pair ?? ''
  const signIns = Array.from({ length: 80 }, (_, index) =>
    login(index % 2 === 0 ? server : twin, 'ana', PASSWORD, {
      // a known device is limited only by its address
      headers: index < 60 ? { cookie: device } : {},
    }),
  )

  const answers = await Promise.all(signIns)

  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
  expect(await server.query('select failures, leases from login_attempts')).toEqual([
    { failures: 0, leases: [] },
    { failures: 0, leases: [] },
  ])
})

test('wrong passwords are forgiven after a quarter of an hour', async () => {
  await using server = await startServer()
  await register(server, 'ana')
  for (let attempt = 0; attempt < 10; attempt++) await login(server, 'ana', 'wrong password')
  const refused = await login(server, 'ana')

  server.moveClock(LOGIN_THROTTLE_WINDOW_MS)

  expect(refused.status).toBe(429)
  expect((await login(server, 'ana')).status).toBe(200)
})

test('an IP address has fifty attempts, over all accounts', async () => {
  await using server = await startServer()
  await register(server, 'ana')
  const attempts = Array.from({ length: 50 }, (_, index) =>
    login(server, `nobody-${index}`, 'wrong password'),
  )
  expect(new Set((await Promise.all(attempts)).map(({ status }) => status))).toEqual(new Set([401]))

  expect((await login(server, 'ana')).status).toBe(429)
})

test('correct passwords do not count against an address, nor do attempts at a closed account', async () => {
  await using server = await startServer()
  const { loginThrottle } = server.services.auth
  const [right, closed] = ['192.0.2.1', '192.0.2.2']

  for (let attempt = 0; attempt < WRONG_PASSWORDS_PER_ADDRESS + 1; attempt++) {
    await loginThrottle.checkPassword('ana', right, async () => true)
  }
  for (let attempt = 0; attempt < WRONG_PASSWORDS_PER_ADDRESS + 1; attempt++) {
    const isClosed = attempt >= WRONG_PASSWORDS_PER_ACCOUNT
    const counting = loginThrottle.checkPassword('bob', closed, async () => false)
    await (isClosed ? expect(counting).rejects.toBeInstanceOf(RateLimited) : counting)
  }

  await expect(loginThrottle.checkPassword('cleo', right, async () => true)).resolves.toBe(true)
  await expect(loginThrottle.checkPassword('cleo', closed, async () => true)).resolves.toBe(true)
})

test('an IPv6 network counts as one address, another network separately', async () => {
  await using server = await startServer({ env: { TRUST_PROXY: '1' } })
  const from = (ip: string, index: number) =>
    login(server, `nobody-${index}`, 'wrong password', { headers: { 'x-forwarded-for': ip } })
  const attempts = Array.from({ length: 50 }, (_, index) =>
    from(`2001:db8:0:1::${index.toString(16)}`, index),
  )
  expect(new Set((await Promise.all(attempts)).map(({ status }) => status))).toEqual(new Set([401]))

  expect((await from('2001:db8:0:1:ffff::1', 50)).status).toBe(429)
  expect((await from('2001:db8:0:2::1', 51)).status).toBe(401)
})

test('callers without a valid address from the proxy are counted, whatever it sends', async () => {
  await using server = await startServer({ env: { TRUST_PROXY: 'on' } })
  const from = (index: number) =>
    login(server, `nobody-${index}`, 'wrong password', {
      headers: { 'x-forwarded-for': `${'x'.repeat(3000)}${index}` },
    })
  const answers = await Promise.all(Array.from({ length: 50 }, (_, index) => from(index)))
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([401]))

  expect((await from(50)).status).toBe(429)
})
