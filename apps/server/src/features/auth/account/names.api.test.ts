import { expect, test } from 'vitest'
import { call } from '../../../../test/calls.ts'
import { startServer } from '../../../../test/server.ts'
import { person } from '../../../../test/sessions.ts'

test('nobody can take a reserved word or a name with invisible characters, at sign-up or later', async () => {
  await using server = await startServer()
  const ana = await server.signUp('ana')
  const names = ['Admin', '@Everyone', 'C h i r p y', 'Ana\u200b', 'Ana\u{e0061}', 'Ana\u0007']

  for (const name of names) {
    const renamed = await call(server.url, 'PATCH', '/auth/me', {
      token: ana.token(),
      json: { full_name: name },
    })
    const signedUp = await call(server.url, 'POST', '/auth/register', {
      json: { ...person('bob'), full_name: name },
    })
    expect([name, renamed.status, signedUp.status]).toEqual([name, 422, 422])
    expect(renamed.body).toMatchObject({ detail: [{ loc: ['body', 'full_name'] }] })
  }
  const fine = { full_name: 'Ana 👩‍🚀 می‌خواهم' }
  expect((await call(server.url, 'PATCH', '/auth/me', { token: ana.token(), json: fine })).status).toBe(200)
})

test('names of spaces and teams may be any word, without invisible characters', async () => {
  await using server = await startServer()
  const { ana } = await server.peopleInOneSpace('ana')
  const make = async (path: string, name: string) =>
    (
      await call(server.url, 'POST', path, {
        token: ana.token(),
        json: { name, color: 'blue', description: '', visibility: 'private' },
      })
    ).status

  expect(await make('/api/organizations/create', 'Lab\u2060')).toBe(422)
  expect(await make('/api/teams', 'Lab\u2060')).toBe(422)
  expect(await make('/api/organizations/create', 'Everyone')).toBe(201)
})
