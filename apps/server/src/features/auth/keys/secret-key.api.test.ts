import { decodeProtectedHeader } from 'jose'
import { expect, test } from 'vitest'
import { call, eventually } from '../../../../test/calls.ts'
import { startOn, startPair, startServer, type TestServer } from '../../../../test/server.ts'
import { login, me, refresh, register, sessionOf } from '../../../../test/sessions.ts'
import { openStream } from '../../../../test/stream.ts'
import { createEncryption } from '../../../platform/encryption.ts'
import { createAccessTokens, rotateSigningKeys } from '../index.ts'

const SECRET_KEY = 'correct horse battery staple'

interface StoredKeys {
  signing: unknown[]
  instance: unknown[]
}

async function storedKeys(server: TestServer): Promise<StoredKeys> {
  const signing = await server.query<{ value: unknown }>('select private_jwk as value from signing_keys')
  const instance = await server.query<{ value: unknown }>(
    "select value from instance where key in ('cookie', 'record', 'refresh') order by key",
  )
  return { signing: signing.map(({ value }) => value), instance: instance.map(({ value }) => value) }
}

async function startError(databaseUrl: string, env: Record<string, string>): Promise<string> {
  try {
    const server = await startOn(databaseUrl, { env })
    await server[Symbol.asyncDispose]()
    return 'started'
  } catch (error) {
    return error instanceof Error ? `${error.name}: ${error.message}` : String(error)
  }
}

const encrypted = { sealed: expect.stringMatching(/^[\w-]+$/) }

test('without SECRET_KEY the keys are in the database in the clear', async () => {
  await using server = await startServer()

  const { signing, instance } = await storedKeys(server)

  expect(signing).toMatchObject([{ kty: 'OKP', d: expect.any(String) }])
  expect(instance).toEqual([
    expect.any(String),
    { kty: 'OKP', crv: 'Ed25519', x: expect.any(String), d: expect.any(String) },
    expect.any(String),
  ])
})

test('with SECRET_KEY they are encrypted from the start, and everything works', async () => {
  await using server = await startServer({ env: { SECRET_KEY } })
  const session = sessionOf((await register(server, 'ana')).body)

  expect(await storedKeys(server)).toEqual({
    signing: [encrypted],
    instance: [encrypted, encrypted, encrypted],
  })
  expect((await me(server, session.access_token)).status).toBe(200)
  expect((await refresh(server, { json: { refresh_token: session.refresh_token } })).status).toBe(200)
})

test('the keys of an existing instance are encrypted at its first start with SECRET_KEY; nobody is signed out', async () => {
  await using server = await startServer()
  const session = sessionOf((await register(server, 'ana')).body)

  await using later = await startOn(server.databaseUrl, { env: { SECRET_KEY } })
  await using twin = await startOn(server.databaseUrl, { env: { SECRET_KEY } })

  expect(await storedKeys(server)).toEqual({
    signing: [encrypted],
    instance: [encrypted, encrypted, encrypted],
  })
  for (const node of [later, twin]) expect((await me(node, session.access_token)).status).toBe(200)
  const refreshed = await refresh(later, { json: { refresh_token: session.refresh_token } })
  expect(refreshed.status).toBe(200)
})

test.for([
  { env: {}, says: 'set SECRET_KEY', because: 'it is missing' },
  {
    env: { SECRET_KEY: 'another secret key of mine' },
    says: 'SECRET_KEY is not the one',
    because: 'it differs',
  },
])('a start is refused in one line when $because', async ({ env, says }) => {
  await using server = await startServer({ env: { SECRET_KEY } })

  const message = await startError(server.databaseUrl, env)

  expect(message).toMatch(/^StartupError: /)
  expect(message).toContain(says)
  expect(message).not.toContain('\n')
  expect(message).not.toContain(SECRET_KEY)
})

test('a value encrypted for one purpose does not decrypt for another, nor after tampering', () => {
  const encryption = createEncryption(SECRET_KEY)
  const stored = JSON.parse(encryption.encrypt('cookie', 'the key')) as { sealed: string }
  expect(encryption.decrypt('cookie', stored)).toBe('the key')

  expect(() => encryption.decrypt('refresh', stored)).toThrow('SECRET_KEY')
  const first = stored.sealed.startsWith('A') ? 'B' : 'A'
  expect(() => encryption.decrypt('cookie', { sealed: first + stored.sealed.slice(1) })).toThrow('SECRET_KEY')
  expect(() => encryption.decrypt('cookie', { sealed: 'AAAA' })).toThrow('SECRET_KEY')
  expect(encryption.encrypt('cookie', 'the key')).not.toBe(encryption.encrypt('cookie', 'the key'))
})

/* rotation */

const kidOf = (token: string) => decodeProtectedHeader(token).kid

async function publishedKids(server: TestServer): Promise<string[]> {
  const { body } = await call(server.url, 'GET', '/.well-known/jwks.json')
  return (body as { keys: { kid: string }[] }).keys.map(({ kid }) => kid)
}

test('a rotation invalidates the old tokens on every server at once, and the new key signs', async () => {
  await using pair = await startPair()
  const { server, twin } = pair
  const before = sessionOf((await register(server, 'ana')).body)
  const ana = before.access_token
  const statuses = async (token: string) =>
    Promise.all([server, twin].map(async (node) => (await me(node, token)).status))
  // verified on both, and cached there
  expect(await statuses(ana)).toEqual([200, 200])
  const stream = await openStream(twin.url, { token: ana })
  const { db, clock } = server.services

  const { kid } = await rotateSigningKeys({ db, clock, encryption: createEncryption(null) })

  const ended = await eventually(
    () => statuses(ana),
    (all) => !all.includes(200),
  )
  expect(ended).toEqual([401, 401])
  await stream.ended
  for (const node of [server, twin]) {
    expect(await publishedKids(node)).toEqual([kid])
    const fresh = sessionOf((await login(node, 'ana')).body).access_token
    expect(kidOf(fresh)).toBe(kid)
    expect(await statuses(fresh)).toEqual([200, 200])
  }
  const refreshed = await refresh(twin, { json: { refresh_token: before.refresh_token } })
  expect(refreshed.status).toBe(200)
})

test('a server that missed the rotation message reloads the key within a minute', async () => {
  await using server = await startServer({ env: { SECRET_KEY } })
  const old = sessionOf((await register(server, 'ana')).body).access_token
  const { db, clock } = server.services
  const encryption = createEncryption(SECRET_KEY)
  const [row] = await server.query<{ kid: string }>('select kid from signing_keys')
  const deaf = await createAccessTokens({ db, clock, encryption, lifetimeSeconds: 900, onError: () => {} })
  expect(await deaf.verify(old)).toBeDefined()

  const { kid } = await rotateSigningKeys({ db, clock, encryption })

  server.moveClock(60_000)
  expect(await deaf.verify(old)).toBeUndefined()
  expect(row?.kid).not.toBe(kid)
  expect((await storedKeys(server)).signing).toEqual([encrypted])
})

test('a rotation whose key the running servers could not decrypt is refused', async () => {
  await using encrypted = await startServer({ env: { SECRET_KEY } })
  await using plain = await startServer()
  const rotating = ({ services: { db, clock } }: TestServer, secretKey: string | null) =>
    rotateSigningKeys({ db, clock, encryption: createEncryption(secretKey) })

  await expect(rotating(encrypted, null)).rejects.toThrow('set SECRET_KEY')
  await expect(rotating(encrypted, 'another secret key of mine')).rejects.toThrow('SECRET_KEY is not the one')
  await expect(rotating(plain, SECRET_KEY)).rejects.toThrow('start the server with SECRET_KEY first')
  expect(await publishedKids(plain)).toHaveLength(1)
})
