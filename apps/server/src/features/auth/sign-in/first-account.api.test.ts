import { expect, test } from 'vitest'
import { call } from '../../../../test/calls.ts'
import { startServer } from '../../../../test/server.ts'
import { person, register } from '../../../../test/sessions.ts'
import { createSetupCode } from '../index.ts'

test('the first account becomes the administrator, the others do not', async () => {
  await using server = await startServer()
  expect(await server.providers()).toMatchObject({
    first_run: true,
    setup_code: false,
    password: true,
    github: false,
  })

  const ana = await server.signUp('ana')
  const bob = await server.signUp('bob')

  expect(ana.profile.role).toBe('admin')
  expect(bob.profile.role).toBe('user')
  expect(await server.providers()).toMatchObject({
    first_run: false,
    registration: 'open',
    environment: 'test',
  })
})

test('of ten concurrent first accounts exactly one is the administrator', async () => {
  await using server = await startServer()

  const people = await Promise.all(Array.from({ length: 10 }, (_, index) => server.signUp(`person-${index}`)))

  expect(people.filter(({ profile }) => profile.role === 'admin')).toHaveLength(1)
})

test('closed registration still allows the first account', async () => {
  await using server = await startServer({ env: { REGISTRATION: 'closed' } })

  expect((await register(server, 'ana')).status).toBe(201)
  const second = await register(server, 'bob')

  expect(second.status).toBe(403)
  expect(await server.providers()).toMatchObject({ registration: 'closed' })
})

test.for<[string, Record<string, string>]>([
  ['a public address', { PUBLIC_URL: 'http://127.0.0.1:9' }],
  ['a proxy in front', { TRUST_PROXY: 'on' }],
])('with %s the first account needs the setup code that was printed last', async ([, env]) => {
  await using server = await startServer({ env })
  expect(await server.providers()).toMatchObject({ first_run: true, setup_code: true })
  const old = await createSetupCode(server.services.db)
  const code = await createSetupCode(server.services.db)
  const signUp = (username: string, setup_code?: string) =>
    call(server.url, 'POST', '/auth/register', { json: person(username, { setup_code }) })

  for (const wrong of [undefined, '', 'guess', old]) {
    const answer = await signUp('ana', wrong)
    expect(answer.status).toBe(403)
    expect(answer.body).toMatchObject({ error: 'setup_code_required' })
  }
  const first = await signUp('ana', code)

  expect(first.status).toBe(201)
  expect(first.body).toMatchObject({ user: { role: 'admin' } })
  expect(await server.providers()).toMatchObject({ first_run: false, setup_code: false })
  expect((await signUp('bob')).status).toBe(201)
})
