/** URLs as the server answers them. What each opens in the app is in tests/components. */
import { expect, test } from './fixtures.ts'

test('a URL opens its page at a page load, also with a trailing slash or in its hash form', async ({
  signUp,
  unique,
}) => {
  const { page } = await signUp(unique('rut'))
  for (const { address, name, path } of [
    { address: '/organizations/', name: 'Spaces', path: '/spaces' },
    { address: '/help/mcp', name: 'Help', path: '/help/mcp' },
    { address: '/docs', name: 'Help', path: '/help' },
    { address: '/inbox#tasks', name: 'Tasks', path: '/tasks' },
  ]) {
    await page.goto(address)
    await expect(page.getByRole('heading', { level: 1, name, exact: true }), address).toBeVisible()
    await expect(page, address).toHaveURL(path)
  }
})
