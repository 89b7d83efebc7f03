import { accountRoutes, type Device } from '@flockwork/contract/account'
import { REFRESH_TOKEN_MS } from '@flockwork/contract/limits'
import { expect, test } from 'vitest'
import { call, cookieOf, eventually, type Answer } from '../../../../test/calls.ts'
import { startPair, startServer, type TestServer } from '../../../../test/server.ts'
import { login, me, refresh, register, sessionOf } from '../../../../test/sessions.ts'
import { openStream } from '../../../../test/stream.ts'

const MINUTE_MS = 60_000

async function devicesOf(server: TestServer, token: string): Promise<Device[]> {
  const { status, body } = await call(server.url, 'GET', '/auth/devices', { token })
  expect(status).toBe(200)
  return accountRoutes.devices.answer.parse(body).devices
}

function revoke(server: { url: string }, token: string, device_id: string): Promise<Answer> {
  return call(server.url, 'POST', '/auth/devices/revoke', { token, json: { device_id } })
}

async function signInOn(server: TestServer, device: string, agent = 'a browser') {
  const headers = { 'x-device-id': device, 'user-agent': agent }
  return sessionOf((await login(server, 'ana', undefined, { headers })).body)
}

test('every signed-in device is listed, most recently used first, with the caller’s marked', async () => {
  await using server = await startServer()
  await register(server, 'ana', { headers: { 'x-device-id': 'laptop', 'user-agent': 'Browser A' } })
  server.moveClock(MINUTE_MS)
  const phone = await signInOn(server, 'phone', 'Browser B')

  const devices = await devicesOf(server, phone.access_token)

  expect(devices.map(({ device_id, user_agent, current }) => [device_id, user_agent, current])).toEqual([
    ['phone', 'Browser B', true],
    ['laptop', 'Browser A', false],
  ])
  for (const { ip, created_at, last_used_at } of devices) {
    expect(ip).toBe('127.0.0.1')
    expect(Date.parse(last_used_at)).toBeGreaterThanOrEqual(Date.parse(created_at))
  }
  expect(Date.parse(devices[0]?.created_at ?? '')).toBeGreaterThan(Date.parse(devices[1]?.created_at ?? ''))
})

test('signing in again on a device adds no second one', async () => {
  await using server = await startServer()
  await register(server, 'ana', { headers: { 'x-device-id': 'laptop' } })

  const again = await signInOn(server, 'laptop')

  expect(await devicesOf(server, again.access_token)).toHaveLength(1)
})

test('the use of a device is recorded', async () => {
  await using server = await startServer()
  await register(server, 'ana')
  const laptop = await signInOn(server, 'laptop')
  const phone = await signInOn(server, 'phone')
  server.moveClock(5 * MINUTE_MS)

  await me(server, phone.access_token)

  const now = server.services.clock.now()
  const devices = await devicesOf(server, laptop.access_token)
  const usedMsAgo = (id: string) =>
    now - Date.parse(devices.find(({ device_id }) => device_id === id)?.last_used_at ?? '')
  expect(usedMsAgo('phone')).toBeLessThan(MINUTE_MS)
})

test('revoking ends the device at once: its token, its refresh token and its streams; the others stay', async () => {
  await using server = await startServer()
  await register(server, 'ana')
  const laptop = await signInOn(server, 'laptop')
  const phone = await signInOn(server, 'phone')
  await using stream = await openStream(server.url, { token: phone.access_token })
  await stream.next(({ event }) => event === 'bootstrap')

  const answer = await revoke(server, laptop.access_token, 'phone')

  expect([answer.status, answer.headers.getSetCookie()]).toEqual([204, []])
  await stream.ended
  expect((await me(server, phone.access_token)).status).toBe(401)
  expect((await refresh(server, { json: { refresh_token: phone.refresh_token } })).status).toBe(401)
  expect((await me(server, laptop.access_token)).status).toBe(200)
  expect((await devicesOf(server, laptop.access_token)).map(({ device_id }) => device_id)).not.toContain(
    'phone',
  )
})

test('another server refuses it within 5 seconds, and closes its stream within 2', async () => {
  await using pair = await startPair()
  const { server, twin } = pair
  await register(server, 'ana')
  const laptop = await signInOn(server, 'laptop')
  const phone = await signInOn(server, 'phone')
  expect((await me(twin, phone.access_token)).status).toBe(200)
  await using stream = await openStream(twin.url, { token: phone.access_token })
  await stream.next(({ event }) => event === 'bootstrap')

  await revoke(server, laptop.access_token, 'phone')
  const revokedAt = performance.now()

  await stream.ended
  expect(performance.now() - revokedAt).toBeLessThan(2000)
  await eventually(
    () => me(twin, phone.access_token),
    ({ status }) => status === 401,
    5000,
  )
})

test('revoking the caller’s own device is logging out', async () => {
  await using server = await startServer()
  await register(server, 'ana')
  const phone = await signInOn(server, 'phone')

  const answer = await revoke(server, phone.access_token, 'phone')

  expect(answer.status).toBe(204)
  expect(cookieOf(answer.headers, 'ax_refresh')?.value).toBe('')
  expect((await me(server, phone.access_token)).status).toBe(401)
})

test('a session without a device id is listed and can be revoked, too', async () => {
  await using server = await startServer()
  const nameless = sessionOf((await register(server, 'ana')).body)
  const laptop = await signInOn(server, 'laptop')
  const [, listed] = await devicesOf(server, laptop.access_token)

  expect((await revoke(server, laptop.access_token, listed?.device_id ?? '')).status).toBe(204)

  expect((await me(server, nameless.access_token)).status).toBe(401)
  expect(await devicesOf(server, laptop.access_token)).toHaveLength(1)
})

test("an unknown, an ended and another person's device are all not found", async () => {
  await using server = await startServer()
  await register(server, 'ana')
  const laptop = await signInOn(server, 'laptop')
  const headers = { 'x-device-id': 'bobs' }
  const bob = sessionOf((await register(server, 'bob', { headers })).body)
  const nameless = sessionOf((await login(server, 'bob')).body)
  const [hers] = (await devicesOf(server, nameless.access_token)).filter(({ current }) => current)

  await signInOn(server, 'gone')
  expect((await revoke(server, laptop.access_token, 'gone')).status).toBe(204)
  for (const id of ['nonsense', 'gone', 'bobs', hers?.device_id ?? '', '']) {
    expect([id, (await revoke(server, laptop.access_token, id)).status]).toEqual([id, 404])
  }
  expect((await me(server, bob.access_token)).status).toBe(200)
  expect((await me(server, nameless.access_token)).status).toBe(200)
})

test.for([
  { unusedMs: REFRESH_TOKEN_MS - MINUTE_MS, listed: 2, because: 'it can still be refreshed' },
  { unusedMs: REFRESH_TOKEN_MS + 1, listed: 1, because: 'it can not be refreshed any more' },
])('a device unused for $unusedMs ms: $listed listed, because $because', async ({ unusedMs, listed }) => {
  await using server = await startServer()
  await register(server, 'ana')
  server.moveClock(unusedMs)
  const laptop = await signInOn(server, 'laptop')

  expect(await devicesOf(server, laptop.access_token)).toHaveLength(listed)
})

test('strangers and agents see and revoke no devices', async () => {
  await using server = await startServer()
  const helper = await (await server.signUp('ana')).registers('helper')

  for (const [token, status] of [
    ['nonsense', 401],
    [helper.token, 403],
  ] as const) {
    expect((await call(server.url, 'GET', '/auth/devices', { token })).status).toBe(status)
    expect((await revoke(server, token, 'laptop')).status).toBe(status)
  }
})
