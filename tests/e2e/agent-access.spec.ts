/** The Intelligence Dashboard: who gets in as the agent, whether it responds, and its end. */
import { callAs } from './calls.ts'
import { openDashboard as open } from './dashboard.ts'
import { makeAdministrator } from './database.ts'
import { expect, expectAccessible, test } from './fixtures.ts'

test('its tokens are made, masked, copied, replaced and revoked, and in the end it is deleted', async ({
  signUp,
  unique,
}) => {
  test.slow()
  const { page } = await signUp(unique('tok'))
  const scout = unique('scout')
  await callAs(page, 'POST', '/auth/agents/register', { agent_name: scout })
  const dialog = await open(page, scout)
  const section = dialog.getByRole('region', { name: 'MCP Configuration' })
  const getConfig = section.getByRole('button', { name: 'Get MCP Config' })
  await expect(section.getByRole('listitem')).toHaveCount(1)

  await page.route('**/config', (route) => route.fulfill({ status: 500, json: {} }))
  await getConfig.click()
  const alert = page.getByRole('dialog', { name: 'MCP Configuration' })
  await expect(alert).toContainText('Failed to get configuration. Please try again.')
  await alert.getByRole('button', { name: 'OK' }).click()
  await page.unroute('**/config')

  await getConfig.click()
  const config = page.getByRole('dialog', { name: 'MCP Configuration' })
  const token = config.getByRole('region', { name: 'Agent token' })
  await expect(token).toHaveText(/^fw_agt_.{43}•{8}.{20}$/)
  await config.getByRole('button', { name: 'Copy token' }).click()
  const copied = await page.evaluate(() => navigator.clipboard.readText())
  expect(copied.length).toBeGreaterThanOrEqual(140)
  await config.getByRole('button', { name: 'Show the secret' }).first().click()
  await expect(token).toHaveText(copied)
  await expect(config.getByText('Treat this token like a password.')).toBeVisible()
  await expect(config.getByRole('link', { name: /Step by step/ })).toHaveAttribute('href', '/help/mcp')
  await config.getByRole('button', { name: 'Done' }).click()
  await expect(section.getByRole('listitem')).toHaveCount(2)
  expect(await page.evaluate(() => JSON.stringify({ ...localStorage }))).not.toContain(copied)

  // one is revoked, then all are replaced
  await section
    .getByRole('button', { name: /^Revoke the token/ })
    .first()
    .click()
  await page
    .getByRole('dialog', { name: 'Revoke this token?' })
    .getByRole('button', { name: 'Revoke' })
    .click()
  await expect(section.getByRole('listitem')).toHaveCount(1)
  await section.getByRole('button', { name: 'Replace all tokens' }).click()
  await page.getByRole('button', { name: 'Replace tokens' }).click()
  await expect(config).toBeVisible()
  await config.getByRole('button', { name: 'Done' }).click()
  await expect(section.getByRole('listitem')).toHaveCount(1)

  // from its card the same, with words of its own for a failure
  await dialog.getByRole('button', { name: 'Close' }).first().click()
  await page.route('**/config', (route) => route.fulfill({ status: 500, json: {} }))
  await page.getByRole('button', { name: `More about ${scout}` }).click()
  await page.getByRole('menuitem', { name: 'Get MCP Config' }).click()
  await expect(page.getByText('Failed to get config', { exact: true })).toBeVisible()
  await expect(page.getByText('Please try again or contact support')).toBeVisible()
  await page.unroute('**/config')

  await open(page, scout)
  await dialog.getByRole('button', { name: 'Delete Agent' }).click()
  const ask = page.getByRole('dialog', { name: 'Delete Agent' })
  await expect(ask).toContainText(`Are you sure you want to delete @${scout}? This action cannot be undone.`)
  await page.route('**/auth/agents/*', (route) => route.fulfill({ status: 500, json: {} }))
  await ask.getByRole('button', { name: 'Delete Agent' }).click()
  await expect(page.getByText('Delete Failed')).toBeVisible()
  await expect(page.getByText('Failed to delete agent. Please try again.')).toBeVisible()
  await page.unroute('**/auth/agents/*')
  await dialog.getByRole('button', { name: 'Delete Agent' }).click()
  await ask.getByRole('button', { name: 'Delete Agent' }).click()
  await expect(page.getByText('Agent Deleted')).toBeVisible()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('heading', { name: 'No Agents Yet' })).toBeVisible()
})

test('the kill switch asks first, pauses, tells why it failed, and Chirpy hears of it', async ({
  signUp,
  unique,
  product,
}) => {
  test.slow()
  // the first account is an administrator, who pauses for everyone
  await signUp(unique('adm'))
  const { page } = await signUp(unique('kil'))
  const scout = unique('scout')
  await callAs(page, 'POST', '/auth/agents/register', { agent_name: scout })
  const dialog = await open(page, scout)
  const responds = dialog.getByRole('switch', { name: 'Responds to @mentions' })
  await expect(responds).toBeChecked()

  // asked and left as it is
  await responds.click()
  const ask = page.getByRole('dialog', { name: `Pause @${scout}?` })
  await expect(ask).toContainText('It stops responding to @mentions.')
  await ask.getByRole('button', { name: 'Cancel' }).click()
  await expect(responds).toBeChecked()

  await page.route('**/control', (route) =>
    route.fulfill({ status: 503, json: { detail: 'Come back later' } }),
  )
  await responds.click()
  await ask.getByRole('button', { name: 'Pause agent' }).click()
  const alert = page.getByRole('dialog', { name: 'Responding' })
  await expect(alert).toContainText('Failed to disable agent. Come back later')
  await alert.getByRole('button', { name: 'OK' }).click()
  await expect(responds).toBeChecked()
  await page.unroute('**/control')

  await responds.click()
  await ask.getByRole('button', { name: 'Pause agent' }).click()
  await expect(responds).not.toBeChecked()
  await expect(dialog).toContainText('Disabled by owner via kill switch')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Close' }).first().click()
  await expect(page.getByRole('main').getByRole('listitem').filter({ hasText: scout })).toContainText(
    'Paused',
  )

  await open(page, scout)
  await responds.click()
  await page
    .getByRole('dialog', { name: `Enable @${scout}?` })
    .getByRole('button', { name: 'Enable agent' })
    .click()
  await expect(responds).toBeChecked()

  // anyone may silence Chirpy for themselves; the browser keeps it and the page is told
  const chirpy = await open(page, 'chirpy')
  await page.evaluate(() =>
    addEventListener('flockwork:chirpy-disabled', ({ detail }: CustomEventInit<{ isDisabled: boolean }>) => {
      document.body.dataset['chirpy'] = String(detail?.isDisabled)
    }),
  )
  await chirpy.getByRole('switch', { name: 'Responds to @mentions' }).click()
  await page.getByRole('button', { name: 'Pause agent' }).click()
  await expect(chirpy.getByRole('switch', { name: 'Responds to @mentions' })).not.toBeChecked()
  await expect(page.locator('body')).toHaveAttribute('data-chirpy', 'true')
  const kept = () =>
    page.evaluate(() => Object.entries(localStorage).find(([key]) => key.includes('chirpy_disabled'))?.[1])
  expect(await kept()).toBe('true')
  await chirpy.getByRole('switch', { name: 'Responds to @mentions' }).click()
  await page.getByRole('button', { name: 'Enable agent' }).click()
  await expect.poll(kept).toBe('false')

  // what an administrator paused its owner can't resume
  const { page: root, name: rootName } = await signUp(unique('root'))
  await makeAdministrator(product, rootName)
  const { id } = await callAs<{ id: string }>(page, 'GET', `/auth/agents/find?handle=${scout}`)
  // who one is is asked again within seconds
  await expect(() => callAs(root, 'PATCH', `/auth/agents/${id}/control`, { disabled: true })).toPass()
  await open(page, scout)
  await expect(
    dialog.getByText('Disabled globally by an administrator. Contact support if you need access.'),
  ).toBeVisible()
  await expect(responds).toBeDisabled()
})

test('the doctor tells how a connection stands and tests it step by step', async ({
  signUp,
  unique,
  product,
}) => {
  test.slow()
  const { page } = await signUp(unique('doc'))
  const scout = unique('scout')
  const { agent, agent_token: token } = await callAs<{ agent: { id: string }; agent_token: string }>(
    page,
    'POST',
    '/auth/agents/register',
    { agent_name: scout },
  )
  const address = `${product.url}/mcp/agents/${scout}`
  const told = () =>
    callAs<{ client: string | null; failed_step: string | null }>(
      page,
      'GET',
      `/auth/agents/${agent.id}/connection`,
    )
  await initialize(address)
  await expect.poll(told).toMatchObject({ client: null, failed_step: 'credential' })
  const dialog = await open(page, scout)
  const section = dialog.getByRole('region', { name: 'Connection' })
  await expect(section).toContainText('Now at: Credential A client came without a credential')
  await expect(section).not.toContainText('Last error')

  await initialize(address, token)
  await initialize(address, `${token}x`)
  await expect.poll(told).toMatchObject({ client: 'heron-client 2.1', failed_step: 'credential' })
  await page.reload()
  await expect(section).toContainText('with heron-client 2.1, protocol 2025-11-25')
  await expect(section).toContainText('Failed at: Credential')

  const testConnection = section.getByRole('button', { name: 'Test connection' })
  const steps = section.getByRole('list').getByRole('listitem')
  await testConnection.click()
  await expect(section.getByText('The connection works')).toBeVisible()
  await expect(steps).toHaveText(
    ['Address', 'Credential', 'Agent', 'Space', 'Handshake', 'Tools'].map(
      (step) => new RegExp(`^${step}: Passed`),
    ),
  )

  await callAs(page, 'PATCH', `/auth/agents/${agent.id}/control`, { disabled: true })
  await testConnection.click()
  await expect(section.getByText('The connection does not work')).toBeVisible()
  await expect(steps.filter({ hasText: ': Failed' })).toHaveCount(1)

  await section.getByText('Commands to connect').click()
  await section.getByRole('tab', { name: 'Claude Code' }).click()
  await section.getByRole('button', { name: 'Copy command' }).click()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain(`/mcp/agents/${scout}`)
  await expectAccessible(page)
})

/** Begins as programs of the older revisions do. */
async function initialize(address: string, token?: string): Promise<void> {
  const params = {
    protocolVersion: '2025-11-25',
    capabilities: {},
    clientInfo: { name: 'heron-client', version: '2.1' },
  }
  await fetch(address, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params }),
  })
}
