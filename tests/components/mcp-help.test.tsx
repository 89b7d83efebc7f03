/** The guide to connecting an agent: its steps, and the address and configuration for each client. */
import { helpRoutes } from '@flockwork/contract/help'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { DESKTOP, openApp, PHONE } from './app.tsx'
import { setOnline } from './browser-state.ts'
import { expectAccessible, overflow } from './look.ts'
import { agent, person } from './world.ts'

const main = page.getByRole('main')
const tab = (name: string) => main.getByRole('tab', { name, exact: true })

test('without an agent the MCP help shows its steps with an example address', async () => {
  await openApp({ me: person('mel'), path: '/help/mcp' })

  await expect
    .element(main.getByRole('heading', { level: 2, name: 'Connect an agent over MCP' }))
    .toBeVisible()
  await expect.element(main.getByRole('combobox')).not.toBeInTheDocument()
  for (const title of ['Register the agent', 'Tell your client its address', 'Say hello']) {
    await expect.element(main.getByRole('heading', { level: 3, name: title })).toBeVisible()
  }
  await tab('Windows').click()
  await expect.element(main.getByText(String.raw`%APPDATA%\Claude\claude_desktop_config.json`)).toBeVisible()
  await expect
    .element(main.getByRole('region', { name: 'Configuration' }))
    .toMatchTextContent(`${location.origin}/mcp/agents/your-agent`)

  await main.getByRole('link', { name: 'Register an Agent' }).click()
  await expect.poll(() => location.pathname).toBe('/register')
})

test('with an agent chosen, each client has that agent’s address ready to copy', async () => {
  const other = agent('theirs', { is_own_agent: false })
  await openApp({
    me: person('mel'),
    path: '/help/mcp',
    world: { agents: [agent('scout'), other] },
  })
  const choice = main.getByRole('combobox', { name: 'Show the addresses of' })
  await expect.element(choice).toBeVisible()
  await expect.element(choice.getByRole('option', { name: 'theirs' })).not.toBeInTheDocument()
  await choice.selectOptions('scout')

  const url = `${location.origin}/mcp/agents/scout`
  for (const { client, button, text } of [
    {
      client: 'Claude Code',
      button: 'Copy command',
      text: `claude mcp add --transport http flockwork ${url}`,
    },
    { client: 'VS Code', button: 'Copy configuration', text: `"url": "${url}"` },
    { client: 'Cursor', button: 'Copy configuration', text: `"url": "${url}"` },
    {
      client: 'Codex',
      button: 'Copy command',
      text: `codex mcp add flockwork --url ${url}\ncodex mcp login flockwork`,
    },
    {
      client: 'Gemini',
      button: 'Copy command',
      text: `gemini mcp add -s user --transport http flockwork ${url}`,
    },
    { client: 'ChatGPT', button: 'Copy URL', text: url },
    {
      client: 'Script',
      button: 'Copy command',
      text: `${location.origin}/flockwork-listen.tgz --agent scout --labelled`,
    },
    { client: 'Other', button: 'Copy address', text: url },
    { client: 'Other', button: 'Copy command', text: `npx -y mcp-remote ${url} --transport http-only` },
  ]) {
    await navigator.clipboard.writeText('')
    await tab(client).click()
    await main.getByRole('button', { name: button }).click()
    await expect.poll(() => navigator.clipboard.readText(), { message: client }).toContain(text)
  }
  await main.getByRole('button', { name: 'Copy line' }).click()
  await expect
    .poll(() => navigator.clipboard.readText())
    .toBe(`npx -y --allow-remote=root ${location.origin}/flockwork-connect.tgz --agent scout`)
  await tab('ChatGPT').click()
  await expect.element(main.getByText('assistants on the web can’t reach it')).toBeVisible()
  await expect.element(main.getByText('then mention @scout in Messages')).toBeVisible()
})

test('each troubleshooting question opens to its answer', async () => {
  await openApp({ me: person('mel'), path: '/help/mcp' })
  const answer = main.getByText('The token is missing, mistyped, revoked or replaced.')
  await expect.element(answer).not.toBeVisible()
  await main.getByText('The client gets 401').click()
  await expect.element(answer).toBeVisible()
  await expectAccessible()
})

test('the MCP help is available offline after it was read', async () => {
  const { server } = await openApp({
    me: person('mel'),
    path: '/help/mcp',
    answers: (answers) => answers.answer(helpRoutes.articles, () => ({ articles: [] })),
  })
  await expect.element(tab('Claude Desktop')).toBeVisible()
  await page.getByRole('link', { name: 'All articles' }).click()
  await expect.element(page.getByRole('searchbox', { name: 'Search the help' })).toBeVisible()
  setOnline(server, false)
  history.back()
  await expect.element(tab('Claude Desktop')).toBeVisible()
})

test.for([
  { device: 'desktop', size: DESKTOP },
  { device: 'phone', size: PHONE },
])('the MCP help is accessible and no wider than the window, $device', async ({ size }) => {
  await openApp({ me: person('mia'), path: '/help/mcp', size })
  await expect.element(tab('Claude Desktop')).toBeVisible()
  await expectAccessible()
  expect(overflow()).toBeLessThanOrEqual(0)
  // all clients are visible without scrolling
  const clients = main.getByRole('tablist', { name: 'Connect with' }).element()
  expect(clients.scrollWidth).toBeLessThanOrEqual(clients.clientWidth)
})
