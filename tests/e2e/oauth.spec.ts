/** A program connects by OAuth: the consent page, the device page, and Connected apps in the settings. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from '@playwright/test'
import { form, pkce, registerProgram } from '../../apps/server/test/oauth-client.ts'
import { DESKTOP, PHONE, expect, expectAccessible, test as base } from './fixtures.ts'
import { openSettings, signIn } from './settings-page.ts'

const PASSWORD = 'a long enough password'
interface Program {
  /** Where it sends the browser. */
  readonly address: string
  /** What came back to it. */
  readonly answered: Promise<URLSearchParams>
  exchange(code: string): ReturnType<typeof form>
}

const test = base.extend<{ program: (path: string) => Promise<Program> }>({
  /** A program that was given this path of ours, with the little server that the browser is sent back to. */
  program: async ({ product: { url } }, use) => {
    const closing: (() => void)[] = []
    await use(async (path) => {
      const { client_id: clientId } = await registerProgram(url, { client_name: 'Desk Assistant' })
      const { promise: answered, resolve } = Promise.withResolvers<URLSearchParams>()
      const listener = createServer((request, response) => {
        const asked = new URL(request.url ?? '/', 'http://127.0.0.1')
        if (asked.pathname === '/callback') resolve(asked.searchParams)
        response.end('connected')
      })
      await new Promise<void>((ready) => listener.listen(0, '127.0.0.1', ready))
      closing.push(() => listener.close())
      // another port than the registered one, as programs take whichever is free
      const redirect = `http://127.0.0.1:${(listener.address() as AddressInfo).port}/callback`
      const { verifier, challenge } = pkce()
      const params = new URLSearchParams({
        response_type: 'code',
        client_id: clientId,
        redirect_uri: redirect,
        code_challenge: challenge,
        code_challenge_method: 'S256',
        resource: url + path,
        state: 'st',
      })
      return {
        address: `${url}/oauth/authorize?${params}`,
        answered,
        exchange: (code) =>
          form(url, '/oauth/token', {
            grant_type: 'authorization_code',
            client_id: clientId,
            code,
            redirect_uri: redirect,
            code_verifier: verifier,
          }),
      }
    })
    for (const close of closing) close()
  },
})

const noWiderThan = (page: Page) =>
  expect
    .poll(() => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth))
    .toBeLessThanOrEqual(0)

for (const [sizeName, size] of Object.entries({ desktop: DESKTOP, phone: PHONE })) {
  test(`an address is pasted, one signs in, allows it, and sees it in the settings, ${sizeName}`, async ({
    signUp,
    visit,
    unique,
    program,
  }) => {
    const { name } = await signUp(unique('ana'))
    const agent = unique('scout')
    const asking = await program(`/mcp/agents/${agent}`)
    const page = await visit({ size })

    await page.goto(asking.address)
    await expect(page).toHaveURL(/\/consent\/[\w-]+$/)
    await signIn(page, name, PASSWORD)
    await expect(page.getByRole('heading', { name: 'Desk Assistant asks to connect' })).toBeVisible()
    await expect(page.getByText(/127\.0\.0\.1:\d+/)).toBeVisible()
    await expect(page.getByText(`allowing registers @${agent} as your agent`)).toBeVisible()
    await expect(page.getByText('Post, edit, delete and react as the agent')).toBeVisible()
    await expect(page.getByRole('radio')).toHaveCount(0)
    await expectAccessible(page)
    await noWiderThan(page)

    await page.getByRole('button', { name: 'Allow' }).click()
    const back = await asking.answered
    await expect(page).toHaveURL(/\/callback\?/)
    expect(back.get('state')).toBe('st')
    expect((await asking.exchange(back.get('code') ?? '')).status).toBe(200)

    const dialog = await openSettings(page, 'apps')
    const row = dialog.getByRole('list', { name: 'Connected apps' }).getByRole('listitem')
    await expect(row).toContainText('Desk Assistant')
    await expect(row).toContainText(`Acts as @${agent}`)
    await expectAccessible(page)
    await row.getByRole('button', { name: `Disconnect Desk Assistant from @${agent}` }).click()
    const question = page.getByRole('dialog', { name: 'Disconnect Desk Assistant?' })
    await question.getByRole('button', { name: 'Disconnect' }).click()
    await expect(dialog.getByText('Desk Assistant was disconnected.')).toBeVisible()
    await expect(dialog.getByText('No apps are connected')).toBeVisible()
  })
}

test('without a name in the address the agent is chosen, or a new one named; Cancel refuses', async ({
  signUp,
  unique,
  program,
}) => {
  const { page } = await signUp(unique('bea'))
  const first = await program('/mcp')
  await page.goto(first.address)
  await page.getByRole('button', { name: 'Allow' }).click()
  const newName = page.getByRole('textbox', { name: 'Name of the new agent' })
  await expect(newName).toHaveAttribute('aria-invalid', 'true')
  const agent = unique('helper')
  await newName.fill(agent)
  await page.getByRole('button', { name: 'Allow' }).click()
  expect((await first.answered).get('code')).toBeTruthy()
  await expect(page).toHaveURL(/\/callback\?/)

  const second = await program('/mcp')
  await page.goto(second.address)
  await expect(page.getByRole('radio', { name: `@${agent}` })).toBeChecked()
  await page.getByRole('radio', { name: 'A new agent' }).click()
  await newName.fill('chirpy')
  await page.getByRole('button', { name: 'Allow' }).click()
  await expect(page.getByRole('main').getByRole('alert')).toContainText('@chirpy')
  await page.getByRole('button', { name: 'Cancel' }).click()
  expect((await second.answered).get('error')).toBe('access_denied')
  await expect(page).toHaveURL(/\/callback\?/)

  await page.goto('/consent/nothing')
  await expect(page.getByRole('heading', { name: 'This request is over' })).toBeVisible()
  await page.goto((await program('/mcp/agents/chirpy')).address)
  await expect(page.getByText('No agent can have this name')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Allow' })).toBeHidden()
})

test('an app that is not known here is explained', async ({ visit, program }) => {
  const page = await visit()
  const { address } = await program('/mcp')
  await page.goto(address.replace(/client_id=[^&]+/, 'client_id=nobody'))
  await expect(page.getByText('This server does not know the app any more.')).toBeVisible()
  await expectAccessible(page)
  await page.goto(address.replace(/redirect_uri=[^&]+/, 'redirect_uri=https%3A%2F%2Fevil.example'))
  await expect(page.getByText('has not registered')).toBeVisible()
})

for (const [sizeName, size] of Object.entries({ desktop: DESKTOP, phone: PHONE })) {
  test(`a device is connected by its code, ${sizeName}`, async ({ signUp, unique, product }) => {
    const { client_id: clientId } = await registerProgram(product.url, {
      client_name: 'Headless Runner',
      redirect_uris: [],
      grant_types: ['urn:ietf:params:oauth:grant-type:device_code'],
    })
    const asked = await form(product.url, '/oauth/device', { client_id: clientId })
    const { user_code: code, verification_uri: address } = asked.body as Record<string, string>
    const { page } = await signUp(unique('dan'), { size })

    await page.goto(address ?? '')
    const field = page.getByRole('textbox', { name: 'Code' })
    await field.fill('WRNG-CODE')
    await page.getByRole('button', { name: 'Continue' }).click()
    await expect(page.getByText('No app shows this code now.')).toBeVisible()
    await expectAccessible(page)
    await field.fill((code ?? '').toLowerCase())
    await page.getByRole('button', { name: 'Continue' }).click()
    await expect(page.getByRole('heading', { name: 'Headless Runner asks to connect' })).toBeVisible()
    await expect(page.getByText(`Go on only if your device shows ${code} now.`)).toBeVisible()
    await expectAccessible(page)
    await noWiderThan(page)
    await page.getByRole('textbox', { name: 'Name of the new agent' }).fill(unique('runner'))
    await page.getByRole('button', { name: 'Allow' }).click()
    await expect(page.getByRole('heading', { name: 'Connected' })).toBeVisible()
  })
}
