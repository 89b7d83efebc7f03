import { expect, test } from 'vitest'
import { changePassword } from '../../../../test/accounts.ts'
import { call } from '../../../../test/calls.ts'
import { PASSWORD } from '../../../../test/people.ts'
import { startServer } from '../../../../test/server.ts'
import { login, person, register } from '../../../../test/sessions.ts'

/** The account's name, and little else. */
const OWN: Record<string, string> = { register: 'carol2026', change: 'Admin-Ana1', reset: 'bob-2026!' }

test('a common password, or the name with a few digits, is refused wherever a password is set', async () => {
  await using server = await startServer()
  const admin = await server.signUp('admin-ana')
  const bob = await server.signUp('bob')
  const link = await call(server.url, 'POST', `/api/admin/users/${bob.profile.id}/reset-link`, {
    token: admin.token(),
  })
  const token = /token=([\w-]+)/.exec((link.body as { url: string }).url)?.[1]
  const ways: Record<string, (password: string) => ReturnType<typeof call>> = {
    register: (password) => register(server, 'carol', { json: { ...person('carol'), password } }),
    change: (password) =>
      changePassword(server, admin.token(), { current_password: PASSWORD, new_password: password }),
    reset: (password) => call(server.url, 'POST', '/auth/reset', { json: { token, password } }),
  }

  for (const [way, set] of Object.entries(ways)) {
    for (const password of ['password1', 'Qwertyuiop', OWN[way] ?? '']) {
      const { status, body } = await set(password)
      const field = way === 'change' ? 'new_password' : 'password'
      expect([way, password, status]).toEqual([way, password, 422])
      expect(body).toMatchObject({ detail: [{ loc: ['body', field], type: 'common_password' }] })
    }
  }
  // the link isn't used up, and the old password still works
  expect((await login(server, bob.username)).status).toBe(200)
  expect((await ways['reset']?.('another long password'))?.status).toBe(204)
})
