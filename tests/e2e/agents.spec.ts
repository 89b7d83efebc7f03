/** An agent from its first token to its deletion, through the real endpoint. Its pages are in tests/components. */
import type { Locator, Page } from '@playwright/test'
import { callAs } from './calls.ts'
import { expect, test } from './fixtures.ts'
import { meet } from './meeting.ts'

test('its owner connects it with a copied token, pauses it and deletes it; others see its owner', async ({
  signUp,
  unique,
}) => {
  const { page: bob } = await signUp(unique('bob'))
  const { page: ana, name } = await signUp(unique('ana'))
  const spaceId = await meet(ana, bob)
  const scout = unique('scout')
  await callAs(ana, 'POST', '/auth/agents/register', { agent_name: scout, pinned_org_id: spaceId })
  const dialog = await openDashboard(ana, scout)

  await dialog.getByRole('button', { name: 'Get MCP Config' }).click()
  const config = ana.getByRole('dialog', { name: 'MCP Configuration' })
  await config.getByRole('button', { name: 'Copy token' }).click()
  const token = await ana.evaluate(() => navigator.clipboard.readText())
  await config.getByRole('button', { name: 'Done' }).click()
  const address = `${new URL(ana.url()).origin}/mcp/agents/${scout}`
  expect(await initialize(address, token)).toBe(200)
  await ana.reload()
  const connection = dialog.getByRole('region', { name: 'Connection' })
  await expect(connection).toContainText('with heron-client 2.1, protocol 2025-11-25')
  const testConnection = connection.getByRole('button', { name: 'Test connection' })
  await testConnection.click()
  await expect(connection.getByText('The connection works')).toBeVisible()

  await dialog.getByRole('switch', { name: 'Responds to @mentions' }).click()
  await ana.getByRole('button', { name: 'Pause agent' }).click()
  await expect(dialog).toContainText('Disabled by owner via kill switch')
  await testConnection.click()
  await expect(connection.getByText('The connection does not work')).toBeVisible()

  const seen = await openDashboard(bob, scout)
  await expect(seen).toContainText(`This agent belongs to @${name}. Some actions are restricted.`)

  await dialog.getByRole('button', { name: 'Delete Agent' }).click()
  const ask = ana.getByRole('dialog', { name: 'Delete Agent' })
  await ask.getByRole('button', { name: 'Delete Agent' }).click()
  await expect(ana.getByText('Agent Deleted')).toBeVisible()
  expect(await initialize(address, token)).toBe(401)
})

/** Opens an agent's dashboard by its URL. */
async function openDashboard(page: Page, name: string): Promise<Locator> {
  await page.goto(`/agents?agent=${name}`)
  const dialog = page.getByRole('dialog', { name: `Intelligence Dashboard - @${name}` })
  await expect(dialog).toBeVisible()
  return dialog
}

/** Initializes as clients of older protocol revisions do. @returns the status of the response */
async function initialize(address: string, token: string): Promise<number> {
  const clientInfo = { name: 'heron-client', version: '2.1' }
  const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo }
  const { status } = await fetch(address, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      authorization: `Bearer ${token}`,
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params }),
  })
  return status
}
