/** The guide through connecting an agent: its steps, and what each client is told. */
import { callAs } from './calls.ts'
import { DESKTOP, expect, expectAccessible, PHONE, test } from './fixtures.ts'

test('the MCP help has the addresses of this instance, ready to be copied for each client', async ({
  signUp,
  unique,
  product,
}) => {
  test.slow()
  const { page } = await signUp(unique('mel'))
  const scout = unique('scout')
  await page.goto('/help/mcp')
  const main = page.getByRole('main')
  await expect(main.getByRole('heading', { level: 2, name: 'Connect an agent over MCP' })).toBeVisible()
  await expect(main.getByRole('combobox')).toHaveCount(0)
  for (const title of ['Register the agent', 'Tell your client its address', 'Say hello']) {
    await expect(main.getByRole('heading', { level: 3, name: title })).toBeVisible()
  }
  await main.getByRole('tab', { name: 'Windows' }).click()
  await expect(main.getByText('%APPDATA%\\Claude\\claude_desktop_config.json')).toBeVisible()
  await expect(main.getByRole('region', { name: 'Configuration' })).toContainText(
    `${product.url}/mcp/agents/your-agent`,
  )

  // with an agent of one's own the addresses are its own
  await callAs(page, 'POST', '/auth/agents/register', { agent_name: scout })
  await page.reload()
  await main.getByRole('combobox', { name: 'Show the addresses of' }).selectOption(scout)
  const url = `${product.url}/mcp/agents/${scout}`
  const copied = async (button: string) => {
    await main.getByRole('button', { name: button }).click()
    return page.evaluate(() => navigator.clipboard.readText())
  }
  for (const { tab, button, text } of [
    { tab: 'Claude Code', button: 'Copy command', text: `claude mcp add --transport http flockwork ${url}` },
    { tab: 'VS Code', button: 'Copy configuration', text: `"url": "${url}"` },
    { tab: 'Cursor', button: 'Copy configuration', text: `"url": "${url}"` },
    { tab: 'Chat assistant', button: 'Copy URL', text: url },
    { tab: 'Other', button: 'Copy address', text: url },
  ]) {
    await main.getByRole('tab', { name: tab, exact: true }).click()
    expect(await copied(button), tab).toContain(text)
  }
  await expect(main.getByText(`then mention @${scout} in Messages`)).toBeVisible()

  // what may be wrong is told one by one
  const answer = main.getByText('The token is missing, mistyped, revoked or replaced.')
  await expect(answer).toBeHidden()
  await main.getByText('The client gets 401').click()
  await expect(answer).toBeVisible()
  await expectAccessible(page)

  // once visited it works without a network
  await page.getByRole('link', { name: 'All articles' }).click()
  await page.context().setOffline(true)
  await page.goBack()
  await expect(main.getByRole('tab', { name: 'Desktop app' })).toBeVisible()
  await page.context().setOffline(false)

  await main.getByRole('link', { name: 'Register an Agent' }).click()
  await expect(page).toHaveURL('/register')
})

for (const [sizeName, size] of Object.entries({ desktop: DESKTOP, phone: PHONE })) {
  test(`the MCP help is accessible, ${sizeName}`, async ({ signUp, unique }) => {
    const { page } = await signUp(unique('mia'), { size })
    await page.goto('/help/mcp')
    await expect(page.getByRole('tab', { name: 'Desktop app' })).toBeVisible()
    await expectAccessible(page)
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(
      0,
    )
  })
}
