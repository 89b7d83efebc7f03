/** Signing in: at the provider, with a password, by a token in the address, and all that can go wrong. */
import { expect } from './fixtures.ts'
import { composer } from './meeting.ts'
import {
  PASSWORD,
  ROOT,
  expectForgotten,
  identifier,
  password,
  providerLink,
  register,
  submit,
  test,
} from './sign-in-with.ts'

const alert = (words: string) => ({ hasText: words })

test.describe('at the provider', () => {
  test('two people sign in with GitHub, each in an own browser and an own account', async ({
    visit,
    provider,
    unique,
  }) => {
    const names = [unique('octo'), unique('hubot')]
    for (const [index, name] of names.entries()) {
      provider.signIn({ id: `${name}-${index}`, login: name })
      const page = await visit()
      await providerLink(page).click()

      await expect(composer(page)).toBeVisible()
      await expect(page).toHaveURL('/home')
      const me = await page.evaluate(() => JSON.stringify({ ...localStorage }))
      expect(me).toContain(name)
      await page.reload()
      await expect(composer(page)).toBeVisible()
    }
  })

  test('it leads to the page that was asked for, and never to another site', async ({
    visit,
    provider,
    unique,
  }) => {
    provider.signIn({ id: unique('next'), login: unique('next') })
    const page = await visit()
    await page.goto('/agents?agent=chirpy')
    await providerLink(page).click()
    await expect(page).toHaveURL('/agents?agent=chirpy')
    await expect(page.getByRole('heading', { level: 1, name: 'Agents' })).toBeVisible()

    const other = await visit()
    await other.goto('/?next=//evil.example/steal')
    await providerLink(other).click()
    await expect(composer(other)).toBeVisible()
    await expect(other).toHaveURL('/home')
  })

  test('afterwards the personal space is the current one', async ({ visit, provider, unique, product }) => {
    const name = unique('perso')
    provider.signIn({ id: name, login: name })
    const page = await visit()
    await providerLink(page).click()
    await expect(composer(page)).toBeVisible()
    const token = await page.evaluate(() => localStorage.getItem('ax_production_userToken') ?? '')
    const call = (path: string, body: object) =>
      fetch(product.url + path, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }).then((answer) => answer.json() as Promise<{ id: string }>)
    const { id } = await call('/api/organizations/create', { name: 'Elsewhere', visibility: 'private' })
    await call('/api/organizations/switch', { org_id: id })

    const other = await visit()
    await providerLink(other).click()
    await expect(composer(other)).toBeVisible()
    await expect(other.getByRole('banner')).toContainText(`${name}'s Workspace`)
  })

  test('a refusal there is told in a toast, once, and the way in stays', async ({
    visit,
    provider,
    unique,
  }) => {
    provider.signIn({ id: unique('no'), login: unique('no') })
    const page = await visit()
    provider.breaks('token', 'status-500')
    try {
      await providerLink(page).click()
      const toast = page.getByRole('alert').filter(alert('Authentication Failed'))
      await expect(toast).toContainText('Unable to authenticate with GitHub. Please try again.')
      await expect(page).toHaveURL('/')
      await page.reload()
      await expect(providerLink(page)).toBeVisible()
      await expect(page.getByText('Authentication Failed')).toBeHidden()
    } finally {
      provider.mends()
    }
    await providerLink(page).click()
    await expect(composer(page)).toBeVisible()
  })

  test('an unknown error gets the same toast, a hostile one too', async ({ visit }) => {
    const page = await visit()
    await page.goto(`/?error=${encodeURIComponent('<img src=x onerror=alert(1)>')}`)
    await expect(page.getByRole('alert').filter(alert('Authentication Failed'))).toBeVisible()
    await expect(page.locator('img')).toHaveCount(0)
    await expect(page).toHaveURL('/')
  })
})

test.describe('by a token in the address', () => {
  test('a token that this browser did not ask for is taken only after a question', async ({
    visit,
    unique,
    product,
  }) => {
    const { name, token } = await register(product.url, unique('tara'))
    const page = await visit()
    await page.goto(`/?token=${token}&username=somebody_else&next=/agents`)
    const question = page.getByRole('heading', { name: `Continue as ${name}?` })
    await expect(question).toBeFocused()
    await expectForgotten(page, token)
    expect(await page.evaluate(() => JSON.stringify({ ...localStorage }))).not.toContain(token)

    await page.getByRole('button', { name: 'Cancel' }).click()
    await expect(identifier(page)).toHaveValue('somebody_else')
    expect(await page.evaluate(() => JSON.stringify({ ...localStorage }))).not.toContain(token)

    await page.goto(`/?token=${token}&next=/agents`)
    await page.getByRole('button', { name: 'Continue' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Agents' })).toBeVisible()
    await expect(page).toHaveURL('/agents')
    await page.reload()
    await expect(page.getByRole('heading', { level: 1, name: 'Agents' })).toBeVisible()
  })

  test('a token that this browser asked for is taken at once, the next one is not', async ({
    visit,
    unique,
    product,
  }) => {
    const { name, token } = await register(product.url, unique('begun'))
    const page = await visit()
    await page.route('**/auth/github*', (route) =>
      route.fulfill({ status: 302, headers: { location: `${product.url}/?token=${token}` } }),
    )
    await providerLink(page).click()
    await expect(composer(page)).toBeVisible()
    await expectForgotten(page, token)

    await page.getByRole('button', { name: 'Logout' }).click()
    await expect(submit(page)).toBeVisible()
    const again = await register(product.url, unique('again'))
    await page.goto(`/?token=${again.token}`)
    await expect(page.getByRole('heading', { name: `Continue as ${again.name}?` })).toBeVisible()
    expect(name).not.toBe(again.name)
  })

  test('an invalid token is told in a toast', async ({ visit }) => {
    const page = await visit()
    for (const token of ['nonsense', 'a.b.c', '%0D%0Aevil', '✓']) {
      await page.goto(`/?token=${token}`)
      const toast = page.getByRole('alert').filter(alert('Authentication Error'))
      await expect(toast).toContainText('Invalid token received from server')
      await expect(submit(page)).toBeVisible()
      await expect(page).toHaveURL('/')
    }
  })

  test('while the server is away the token is kept for another try', async ({ visit, unique, product }) => {
    const { name, token } = await register(product.url, unique('away'))
    const page = await visit()
    await page.route('**/auth/me', (route) => route.abort())
    await page.goto(`/?token=${token}`)
    await expect(page.getByText('The server does not answer.')).toBeVisible()
    await page.unroute('**/auth/me')
    await page.getByRole('button', { name: 'Try Again' }).click()
    await expect(page.getByRole('heading', { name: `Continue as ${name}?` })).toBeVisible()
  })

  test('such a session ends with its token and keeps what was written', async ({
    visit,
    unique,
    product,
  }) => {
    const { name, token } = await register(product.url, unique('hour'))
    const page = await visit()
    await page.clock.install()
    await page.goto(`/?token=${token}`)
    await page.getByRole('button', { name: 'Continue' }).click()
    await composer(page).fill('half a thought')
    await page.clock.runFor(5_000)
    await page.waitForFunction(() =>
      Object.values(localStorage).some((value) => String(value).includes('half a thought')),
    )

    await page.clock.fastForward('50:00')
    await expect(composer(page)).toBeVisible()
    await page.clock.fastForward('11:00')
    await expect(submit(page)).toBeVisible()

    await identifier(page).fill(name)
    await password(page).fill(PASSWORD)
    await submit(page).click()
    await expect(composer(page)).toHaveValue('half a thought')
  })
})

test.describe('with a password', () => {
  test('what was typed survives the change to a new account and back', async ({ visit }) => {
    const page = await visit()
    await identifier(page).fill('ana')
    await password(page).fill('half a pass')
    await page.getByRole('button', { name: 'Create account' }).click()
    await page.getByRole('textbox', { name: 'Full name' }).fill('Ana Gómez')
    await page.getByRole('button', { name: 'Sign in instead' }).click()
    await expect(identifier(page)).toHaveValue('ana')
    await expect(password(page)).toHaveValue('half a pass')
    await page.getByRole('button', { name: 'Create account' }).click()
    await expect(page.getByRole('textbox', { name: 'Full name' })).toHaveValue('Ana Gómez')
  })

  test('a taken name, a wrong name and a short password are told where they are', async ({
    visit,
    unique,
  }) => {
    const page = await visit()
    await page.getByRole('button', { name: 'Create account' }).click()
    const create = page.getByRole('button', { name: 'Create account' })
    const username = page.getByRole('textbox', { name: 'Username' })
    await username.fill('no spaces, please')
    await page.getByRole('textbox', { name: 'Email', exact: true }).fill(`${unique('new')}@example.org`)
    await password(page).fill('short')
    await create.click()
    await expect(password(page)).toBeFocused()
    await expect(page.getByText('Use at least 8 characters.')).toBeVisible()

    await password(page).fill(PASSWORD)
    await expect(page.getByText('Use at least 8 characters.')).toBeHidden()
    await create.click()
    await expect(username).toBeFocused()
    await expect(username).toHaveAccessibleDescription(/Use 3 to 32 of a-z/)

    await username.fill(ROOT.toUpperCase())
    await create.click()
    await expect(page.getByText('This username is taken')).toBeVisible()
    await expect(password(page)).toHaveValue(PASSWORD)
    await username.fill(unique('fine'))
    await create.click()
    await expect(composer(page)).toBeVisible()
  })

  test('too many wrong passwords say how long to wait', async ({ visit, unique, product }) => {
    const { name } = await register(product.url, unique('guess'))
    const guess = () =>
      fetch(`${product.url}/auth/login`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email: name, password: 'wrong' }),
      })
    for (let tried = 0; tried < 10; tried += 1) expect((await guess()).status).toBe(401)

    const page = await visit()
    await identifier(page).fill(name)
    await password(page).fill(PASSWORD)
    await submit(page).click()
    await expect(page.getByRole('alert').filter(alert('Too many attempts.'))).toContainText(
      /Try again in 1[0-5] minutes\./,
    )
    await expect(identifier(page)).toHaveValue(name)
    await expect(password(page)).toHaveValue(PASSWORD)
  })

  test('a deactivated account is told so', async ({ visit }) => {
    const page = await visit()
    await page.route('**/auth/login', (route) =>
      route.fulfill({ status: 403, json: { error: 'forbidden', detail: 'This account is deactivated' } }),
    )
    await identifier(page).fill('ana')
    await password(page).fill(PASSWORD)
    await submit(page).click()
    await expect(page.getByText('This account is deactivated')).toBeVisible()
    await expect(password(page)).toHaveValue(PASSWORD)
  })

  test('a server that is gone loses nothing that was typed', async ({ visit, unique, product }) => {
    const { name } = await register(product.url, unique('gone'))
    const page = await visit()
    await identifier(page).fill(name)
    await password(page).fill(PASSWORD)
    await page.route('**/auth/**', (route) => route.abort())
    await submit(page).click()
    await expect(
      page.getByText('The server does not answer. Check your connection and try again.'),
    ).toBeVisible()
    await expect(identifier(page)).toHaveValue(name)
    await page.unroute('**/auth/**')
    await submit(page).click()
    await expect(composer(page)).toBeVisible()
  })

  test('without a network the buttons say so, and what was typed stays', async ({ visit }) => {
    const page = await visit()
    await identifier(page).fill('ana')
    await page.context().setOffline(true)
    const off = page.getByRole('button', { name: 'You are offline' })
    await expect(off).toHaveCount(2)
    await expect(off.first()).toBeDisabled()
    await expect(off.last()).toBeDisabled()
    await page.context().setOffline(false)
    await expect(submit(page)).toBeEnabled()
    await expect(providerLink(page)).toBeVisible()
    await expect(identifier(page)).toHaveValue('ana')
  })
})
