/** Which account a user of the provider is linked to. */
import { expect, test } from 'vitest'
import { some } from '../../../../test/secret-samples.ts'
import { call, eventually } from '../../../../test/calls.ts'
import { startBoth, type Both } from '../../../../test/provider-sign-in.ts'
import { login, me, sessionOf } from '../../../../test/sessions.ts'
import { startOn } from '../../../../test/server.ts'
import { startOAuthProvider } from '../../../../test/oauth-provider.ts'
import { createBrowser } from '../../../../test/browser.ts'

const verified = (email: string) => [{ email, verified: true, primary: true }]
const unverified = (email: string) => [{ email, verified: false, primary: true }]
const OCTOCAT = { id: 583231, login: 'octocat', emails: verified('octocat@example.org') }

/** Sessions that wait for a lock in this server's database. */
const WAITING =
  "select 1 as one from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'"

interface Entry {
  action: string
  actor_id: string | null
  target_name: string
  after: unknown
}

const auditOf = ({ server }: Both, action: string) =>
  server.query<Entry>('select action, actor_id, target_name, after from audit where action = $1', [action])

const disable = ({ server }: Both, handle: string) =>
  server.query("update accounts set status = 'disabled' where handle = $1", [handle])

test('the provider’s id identifies the person: another name or address there changes nothing here', async () => {
  await using both = await startBoth()
  const before = await both.profileOf(OCTOCAT)

  const after = await both.profileOf({
    id: OCTOCAT.id,
    login: 'renamed',
    name: 'Somebody Else',
    emails: verified('new@example.org'),
  })

  expect(after).toEqual(before)
  const rows = await both.server.query<{ login: string }>('select login from provider_accounts')
  expect(rows).toEqual([{ login: 'renamed' }])
})

test('a person who takes over an abandoned name at the provider gets a new account', async () => {
  await using both = await startBoth()
  const first = await both.profileOf({ id: 1, login: 'octocat' })

  const second = await both.profileOf({ id: 2, login: 'octocat' })

  expect(second.id).not.toBe(first.id)
  expect([first.username, second.username]).toEqual(['octocat', 'octocat2'])
})

test('the same id at another provider is another person', async () => {
  await using both = await startBoth()
  const first = await both.profileOf({ id: 1, login: 'octocat' })
  await using other = await startOAuthProvider()
  await using moved = await startOn(both.server.databaseUrl, { env: other.env })
  other.signIn({ id: 1, login: 'mallory' })
  const browser = createBrowser()

  await browser.follow(`${moved.url}/auth/github`, (url) => url.startsWith(`${moved.url}/home`))

  const restored = await browser.visit(`${moved.url}/auth/refresh`, {
    method: 'POST',
    headers: { origin: moved.url },
  })
  const { user } = JSON.parse(restored.text) as { user: { id: string; username: string } }
  expect(user.username).toBe('mallory')
  expect(user.id).not.toBe(first.id)
})

test('a verified address finds the account whose own address is verified', async () => {
  await using both = await startBoth()
  const first = await both.profileOf(OCTOCAT)

  const moved = await both.profileOf({
    id: 99,
    login: 'octocat-moved',
    emails: [...verified('primary@example.org'), { email: 'OCTOCAT@example.org', verified: true }],
  })

  expect(moved).toEqual(first)
  expect(await both.profileOf(OCTOCAT)).toEqual(first)
  const links = await both.server.query('select 1 from provider_accounts')
  expect(links).toHaveLength(2)
})

test('an address that the provider did not verify finds nobody and is not stored', async () => {
  await using both = await startBoth()
  const first = await both.profileOf(OCTOCAT)

  const second = await both.profileOf({ id: 99, login: 'mallory', emails: unverified('octocat@example.org') })

  expect(second.id).not.toBe(first.id)
  expect(second).toMatchObject({ email: null, email_verified: false })
})

test('a local account is not taken over by its unverified address: the address moves, the account stays', async () => {
  await using both = await startBoth()
  const local = await both.server.signUp('squatter')
  await both.server.query("update people set email = 'Octocat@example.org'")

  const profile = await both.profileOf(OCTOCAT)

  expect(profile.id).not.toBe(local.profile.id)
  expect(profile).toMatchObject({ email: 'octocat@example.org', email_verified: true, role: 'user' })
  const again = await login(both.server, 'squatter')
  expect(again.status).toBe(200)
  expect(again.body).toMatchObject({ user: { username: 'squatter', email: null, has_password: true } })
  expect((await login(both.server, 'octocat@example.org')).status).toBe(401)
  expect(await auditOf(both, 'email_taken_over')).toMatchObject([{ target_name: 'squatter', actor_id: null }])
})

test('an address that the provider verified can not be taken by a local account afterwards', async () => {
  await using both = await startBoth()
  await both.profileOf(OCTOCAT)

  const { status } = await call(both.server.url, 'POST', '/auth/register', {
    json: { email: 'OCTOCAT@example.org', password: 'a long enough password', username: 'squatter' },
  })

  expect(status).toBe(409)
})

test('no address at all is fine, and so is a provider that may not show them', async () => {
  await using both = await startBoth()

  expect(await both.profileOf({ id: 1, login: 'quiet' })).toMatchObject({ email: null, username: 'quiet' })
  both.provider.breaks('emails', 'status-403')
  expect(await both.profileOf({ id: 2, login: 'guarded', emails: verified('g@example.org') })).toMatchObject({
    email: null,
    email_verified: false,
  })
})

test('a generated handle is never one in use, of an agent or of a deleted account', async () => {
  await using both = await startBoth()
  const ana = await both.server.signUp('octocat')
  await ana.registers('octocat2')
  await both.server.query("insert into handles select 'octocat3', account_id, now() from handles limit 1")

  expect((await both.profileOf(OCTOCAT)).username).toBe('octocat4')
  expect((await both.profileOf({ id: 2, login: 'Admin' })).username).toBe('admin2')
  expect((await both.profileOf({ id: 3, login: 'chirpy' })).username).toBe('chirpy2')
})

test('a handle is found even where hundreds are taken', async () => {
  await using both = await startBoth()
  const ana = await both.server.signUp('octocat')
  await both.server.query(
    "insert into handles select 'octocat' || n, $1, now() from generate_series(2, 300) n",
    [ana.profile.id],
  )

  expect((await both.profileOf(OCTOCAT)).username).toBe('octocat301')
})

test('a name that is too long or has line breaks becomes a line of 120 characters', async () => {
  await using both = await startBoth()

  const profile = await both.profileOf({ ...OCTOCAT, name: ` The\n\0Octo\ud800cat ${'😀'.repeat(200)} ` })

  expect(profile.full_name?.startsWith('The Octo\ufffdcat 😀')).toBe(true)
  expect(Array.from(profile.full_name ?? '')).toHaveLength(120)
  expect(await both.profileOf({ id: 2, login: 'nameless', name: ' ' })).toMatchObject({ full_name: null })
  const secret = `AKIA${some(16, 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567')}`
  expect(await both.profileOf({ id: 3, login: 'leaky', name: secret })).toMatchObject({ full_name: null })
})

test('no avatar is stored that our pages would not show', async () => {
  await using both = await startBoth()
  await both.profileOf(OCTOCAT)

  const rows = await both.server.query("select avatar_url from accounts where handle = 'octocat'")

  expect(rows).toEqual([{ avatar_url: null }])
})

test('a person who signs in ten times at once for the first time gets one account', async () => {
  await using both = await startBoth()
  await both.server.signUp('first')

  const ids = await Promise.all(Array.from({ length: 10 }, async () => (await both.profileOf(OCTOCAT)).id))

  expect(new Set(ids).size).toBe(1)
  const rows = await both.server.query("select handle from handles where handle like 'octocat%'")
  expect(rows).toEqual([{ handle: 'octocat' }])
})

test('of first accounts made at once, there and here, exactly one is the administrator', async () => {
  await using both = await startBoth()

  const roles = await Promise.all([
    ...[1, 2, 3].map(async (number) => (await both.server.signUp(`local-${number}`)).profile.role),
    // sequential: the provider has one user signed in at a time
    (async () => {
      const found: string[] = []
      for (const id of [1, 2, 3]) found.push((await both.profileOf({ id, login: `there-${id}` })).role)
      return found
    })(),
  ])

  expect(roles.flat().toSorted()).toEqual(['admin', 'user', 'user', 'user', 'user', 'user'])
})

test('the audit log names the first account as administrator', async () => {
  await using both = await startBoth()
  const { id } = await both.profileOf(OCTOCAT)

  expect(await auditOf(both, 'first_admin')).toMatchObject([{ actor_id: id, target_name: 'octocat' }])
})

test('everyone gets a personal space, made current', async () => {
  await using both = await startBoth()
  const { browser } = await both.signIn(OCTOCAT, { next: '/tasks' })
  const session = await both.restore(browser)

  const { body } = await call(both.server.url, 'GET', '/api/organizations/', { token: session.access_token })

  expect(body).toMatchObject({
    organizations: [
      { id: session.user.current_org_id, name: "octocat's Workspace", is_personal: true, is_current: true },
    ],
  })
})

test('a deactivated person is refused, found by link or by address, and nothing is created', async () => {
  await using both = await startBoth()
  await both.profileOf(OCTOCAT)
  await disable(both, 'octocat')

  for (const user of [OCTOCAT, { ...OCTOCAT, id: 99, login: 'again' }]) {
    const { end, browser } = await both.signIn(user)
    expect(end).toBe('/?error=auth_failed')
    await expect(both.restore(browser)).rejects.toThrow('401')
  }
  expect(both.log.at(-1)).toContain('account_inactive')
  expect(await both.server.query('select 1 from provider_accounts')).toHaveLength(1)
  expect(await both.server.query('select 1 from people')).toHaveLength(1)
})

test('a deleted account is refused while it is linked; afterwards its person gets a new one', async () => {
  await using both = await startBoth()
  const before = await both.profileOf(OCTOCAT)
  await both.server.query("update accounts set status = 'deleted' where handle = 'octocat'")
  expect((await both.signIn(OCTOCAT)).end).toBe('/?error=auth_failed')

  await both.server.query('delete from provider_accounts')
  await both.server.query('update people set email = null')
  const after = await both.profileOf(OCTOCAT)

  expect(after.id).not.toBe(before.id)
  expect(after.username).toBe('octocat2')
})

/* administrators by their address */

const ADMINS = { ADMIN_EMAILS: 'Boss@example.org, root@example.org' }

test('an address of ADMIN_EMAILS that the provider verified makes an administrator, with one entry in the audit log', async () => {
  await using both = await startBoth({ env: ADMINS })
  await both.server.signUp('first')
  const boss = {
    id: 7,
    login: 'boss',
    emails: [...verified('private@example.org'), { email: 'BOSS@example.org', verified: true }],
  }

  expect(await both.profileOf(boss)).toMatchObject({ role: 'admin' })
  await both.profileOf(boss)

  expect(await auditOf(both, 'admin_by_email')).toEqual([
    {
      action: 'admin_by_email',
      actor_id: null,
      target_name: 'boss',
      after: { role: 'admin', email: 'BOSS@example.org' },
    },
  ])
})

test('an existing person becomes one at the next sign-in, in all their open sessions', async () => {
  await using both = await startBoth({ env: ADMINS })
  await both.server.signUp('first')
  const session = await both.restore((await both.signIn({ id: 7, login: 'boss' })).browser)
  expect(session.user.role).toBe('user')

  await both.profileOf({ id: 7, login: 'boss', emails: verified('boss@example.org') })

  expect((await me(both.server, session.access_token)).body).toMatchObject({ role: 'admin' })
})

test('an address that is not verified makes nobody an administrator, and a local one never does', async () => {
  await using both = await startBoth({ env: ADMINS })
  await both.server.signUp('first')

  const unproven = await both.profileOf({ id: 7, login: 'mallory', emails: unverified('boss@example.org') })
  const { body } = await call(both.server.url, 'POST', '/auth/register', {
    json: { email: 'boss@example.org', password: 'a long enough password', username: 'local' },
  })
  const again = await login(both.server, 'boss@example.org')

  expect(unproven.role).toBe('user')
  expect(body).toMatchObject({ user: { role: 'user' } })
  expect(again.body).toMatchObject({ user: { role: 'user' } })
  expect(sessionOf(again.body).access_token).toBeTruthy()
  expect(await auditOf(both, 'admin_by_email')).toEqual([])
})

test('a local account with such an address loses it to the address’s owner, who becomes the administrator', async () => {
  await using both = await startBoth({ env: ADMINS })
  await both.server.signUp('first')
  await call(both.server.url, 'POST', '/auth/register', {
    json: { email: 'boss@example.org', password: 'a long enough password', username: 'local' },
  })

  expect(await both.profileOf({ id: 7, login: 'boss', emails: verified('boss@example.org') })).toMatchObject({
    role: 'admin',
    username: 'boss',
  })
  expect((await login(both.server, 'local')).body).toMatchObject({ user: { role: 'user', email: null } })
})

test('a sign-in during the deletion of its account gets a new account', async () => {
  await using both = await startBoth()
  const { server } = both
  const before = await both.profileOf(OCTOCAT)
  const deleting = await server.services.database.connect()
  await deleting.query('begin')
  await deleting.query('select 1 from people where account_id = $1 for update', [before.id])

  const signingIn = both.signIn(OCTOCAT, { next: '/agents' })
  try {
    await eventually(
      () => server.query(WAITING),
      (waiting) => waiting.length > 0,
      5000,
    )
  } finally {
    await deleting.query("update accounts set status = 'deleted' where id = $1", [before.id])
    await deleting.query('update people set email = null, email_verified = false where account_id = $1', [
      before.id,
    ])
    await deleting.query('delete from provider_accounts where account_id = $1', [before.id])
    await deleting.query('commit')
    await deleting.end()
  }

  expect((await signingIn).end).toContain('error=auth_failed')
  expect(await server.query('select 1 as one from sessions where account_id = $1', [before.id])).toHaveLength(
    1,
  )
  expect(await server.query('select 1 as one from provider_accounts')).toEqual([])
  expect((await both.profileOf(OCTOCAT)).username).toBe('octocat2')
})
