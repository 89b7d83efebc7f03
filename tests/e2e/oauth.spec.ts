/**
 * A program connects by OAuth, from the pasted URL to Connected apps. The states of the pages are in tests/components.
 */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { form, pkce, registerProgram } from '../../apps/server/test/oauth-client.ts'
import { expect, test as base } from './fixtures.ts'
import { openSettings, signIn } from './settings-page.ts'

const PASSWORD = 'a long enough password'
interface Program {
  /** The authorization URL that it opens in the browser. */
  readonly address: string
  /** The parameters of the redirect that it received. */
  readonly answered: Promise<URLSearchParams>
  exchange(code: string): ReturnType<typeof form>
}

const test = base.extend<{ program: (path: string) => Promise<Program> }>({
  /** Configures a program with this path, and starts the local server that receives the redirect. */
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
      // a different port than the registered one: programs take any free one
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

test('a user pastes the URL into a program, signs in, allows it, and sees it in the settings', async ({
  signUp,
  visit,
  unique,
  program,
}) => {
  const { name } = await signUp(unique('ana'))
  const agent = unique('scout')
  const asking = await program(`/mcp/agents/${agent}`)
  const page = await visit()

  await page.goto(asking.address)
  await expect(page).toHaveURL(/\/consent\/[\w-]+$/)
  await signIn(page, name, PASSWORD)
  await expect(page.getByRole('heading', { name: 'Desk Assistant asks to connect' })).toBeVisible()
  await page.getByRole('button', { name: 'Allow' }).click()
  const back = await asking.answered
  await expect(page).toHaveURL(/\/callback\?/)
  expect(back.get('state')).toBe('st')
  expect((await asking.exchange(back.get('code') ?? '')).status).toBe(200)

  await page.goto('/home')
  const announced = page.getByRole('region', { name: 'New access to your agents' })
  await page.getByRole('status').getByRole('button', { name: 'Show' }).click()
  await expect(announced).toContainText(`Desk Assistant was connected to @${agent}`)

  const dialog = await openSettings(page, 'apps')
  const row = dialog.getByRole('list', { name: 'Connected apps' }).getByRole('listitem')
  await expect(row).toContainText('Desk Assistant')
  await expect(row).toContainText(`Acts as @${agent}`)
  await row.getByRole('button', { name: `Disconnect Desk Assistant from @${agent}` }).click()
  const question = page.getByRole('dialog', { name: 'Disconnect Desk Assistant?' })
  await question.getByRole('button', { name: 'Disconnect' }).click()
  await expect(dialog.getByText('Desk Assistant was disconnected.')).toBeVisible()
  await expect(dialog.getByText('No apps are connected')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(announced).toBeHidden()
})

test('a denied request is reported to the program; an unknown app is explained', async ({
  signUp,
  unique,
  program,
}) => {
  const { page } = await signUp(unique('bea'))
  const asking = await program('/mcp')
  await page.goto(asking.address)
  await page.getByRole('button', { name: 'Cancel' }).click()
  expect((await asking.answered).get('error')).toBe('access_denied')
  await expect(page).toHaveURL(/\/callback\?/)

  await page.goto(asking.address.replace(/client_id=[^&]+/, 'client_id=nobody'))
  await expect(page.getByText('This server does not know the app any more.')).toBeVisible()
})

test('a device is connected with its code', async ({ signUp, unique, product }) => {
  const { client_id: clientId } = await registerProgram(product.url, {
    client_name: 'Headless Runner',
    redirect_uris: [],
    grant_types: ['urn:ietf:params:oauth:grant-type:device_code'],
  })
  const asked = await form(product.url, '/oauth/device', { client_id: clientId })
  const { user_code: code, verification_uri: address } = asked.body as Record<string, string>
  const { page } = await signUp(unique('dan'))

  await page.goto(address ?? '')
  await page.getByRole('textbox', { name: 'Code' }).fill((code ?? '').toLowerCase())
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('heading', { name: 'Headless Runner asks to connect' })).toBeVisible()
  await page.getByRole('textbox', { name: 'Name of the new agent' }).fill(unique('runner'))
  await page.getByRole('button', { name: 'Allow' }).click()
  await expect(page.getByRole('heading', { name: 'Connected' })).toBeVisible()
})
