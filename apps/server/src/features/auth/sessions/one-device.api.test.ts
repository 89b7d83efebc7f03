import { expect, test } from 'vitest'
import { cookieOf, type Answer } from '../../../../test/calls.ts'
import { startPair, startServer, type TestServer } from '../../../../test/server.ts'
import { login, me, refresh, register, sessionOf } from '../../../../test/sessions.ts'
import { PASSWORD } from '../../../../test/people.ts'

const cookiesOf = ({ headers }: Answer) =>
  ['ax_refresh', 'ax_device'].map((name) => cookieOf(headers, name)?.pair ?? '').join('; ')
const deviceCookieOf = ({ headers }: Answer) => cookieOf(headers, 'ax_device')?.pair ?? ''

const liveSessions = async (server: TestServer) =>
  server.query<{ device_id: string }>('select device_id from sessions where ended_at is null')

test('signing in with a session present ends that one, by cookie or header, whoever’s it was', async () => {
  await using server = await startServer()
  const first = await register(server, 'ana')
  await register(server, 'bob')
  const statusOf = async (answer: Answer) => (await me(server, sessionOf(answer.body).access_token)).status

  const again = await login(server, 'ana', PASSWORD, { headers: { cookie: cookiesOf(first) } })
  expect([await statusOf(first), await statusOf(again)]).toEqual([401, 200])
  expect(
    (await refresh(server, { json: { refresh_token: sessionOf(first.body).refresh_token } })).status,
  ).toBe(401)

  const other = await login(server, 'bob', PASSWORD, { headers: { cookie: cookiesOf(again) } })
  expect([await statusOf(again), await statusOf(other)]).toEqual([401, 200])

  const program = await login(server, 'bob', PASSWORD, { token: sessionOf(other.body).refresh_token ?? '' })
  expect([await statusOf(other), await statusOf(program)]).toEqual([401, 200])
})

test('a wrong password ends no session', async () => {
  await using server = await startServer()
  const first = await register(server, 'ana')

  const wrong = await login(server, 'ana', 'not the password', { headers: { cookie: cookiesOf(first) } })

  expect(wrong.status).toBe(401)
  expect((await me(server, sessionOf(first.body).access_token)).status).toBe(200)
})

test.for<[string, (first: Answer) => Record<string, string>]>([
  ['the cookies of an earlier sign-in', (first) => ({ cookie: cookiesOf(first) })],
  ['only its device cookie, having signed out', (first) => ({ cookie: deviceCookieOf(first) })],
  ['the id that the page sends', () => ({ 'x-device-id': 'laptop' })],
])(
  'of sign-ins at once from one browser, on two nodes, one session stays: with %s',
  async ([, headersOf]) => {
    await using pair = await startPair()
    const { server, twin } = pair
    const first = await register(server, 'ana')
    const headers = headersOf(first)
    await server.query('update sessions set ended_at = now() where account_id is not null')

    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, index) =>
        login(index % 2 === 0 ? server : twin, 'ana', PASSWORD, { headers }),
      ),
    )

    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
    expect(await liveSessions(server)).toHaveLength(1)
  },
)
