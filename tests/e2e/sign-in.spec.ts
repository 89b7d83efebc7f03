/** Signing in with the provider, and by a token in the URL. What the forms show is in tests/components. */
import { expect } from './fixtures.ts'
import { composer } from './meeting.ts'
import { PASSWORD, identifier, password, providerLink, register, submit, test } from './sign-in-with.ts'

const alert = (words: string) => ({ hasText: words })

test.describe('at the provider', () => {
  test('two people sign in with GitHub, each in their own browser and account', async ({
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

  test('it leads to the requested page, and never to another site', async ({ visit, provider, unique }) => {
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

  test('a denial there is shown in a toast, once, and the login screen stays', async ({
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
})

test.describe('by a token in the URL', () => {
  test('such a session ends when its token expires, and drafts stay', async ({ visit, unique, product }) => {
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
