/** The administration, as an administrator, a space's admin, a user and an agent see it: the same pages and calls. */
import type { Page } from '@playwright/test'
import { callAs } from './calls.ts'
import { expect, test } from './fixtures.ts'
import { meet } from './meeting.ts'

interface Description {
  readonly paths: Readonly<Record<string, Readonly<Record<string, unknown>>>>
}

/** Every call of the administration in the instance's API description, with unknown ids. */
async function adminCalls(page: Page): Promise<readonly (readonly [string, string])[]> {
  const { paths } = await callAs<Description>(page, 'GET', '/api/openapi.json')
  const nobody = '5f2b1c9e-8d3a-4f60-9b7e-1a2b3c4d5e6f'
  return Object.entries(paths)
    .filter(([path]) => path.startsWith('/api/admin/'))
    .flatMap(([path, methods]) =>
      Object.keys(methods).map(
        (method) => [method.toUpperCase(), path.replaceAll(/\{\w+\}/g, nobody)] as const,
      ),
    )
}

/** `/home` in the personal space, `/` in a shared one. */
const MESSAGES = /:\d+\/(home)?$/

const row = (page: Page, name: string) =>
  page.getByRole('grid', { name: 'People' }).getByRole('row', { name })

async function act(page: Page, name: string, item: string): Promise<void> {
  await row(page, name)
    .getByRole('button', { name: `More for ${name}` })
    .click()
  await page.getByRole('menuitem', { name: item, exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: item, exact: true }).click()
}

test('an administrator sees and changes people; a space’s admin, a user and an agent are denied every page and call', async ({
  product,
  signUp,
  unique,
}) => {
  const [rootName, anaName] = [unique('root'), unique('ana')]
  const { page: root } = await signUp(rootName)
  await product.makeAdmin(rootName)
  const { page: ana } = await signUp(anaName)
  // Ana is admin of a space, Bob only a member
  const { page: bob } = await signUp(unique('bob'))
  const spaceId = await meet(ana, bob)
  const { agent_token: token } = await callAs<{ agent_token: string }>(ana, 'POST', '/auth/agents/register', {
    agent_name: unique('scout'),
    agent_type: 'general',
  })

  // the administration's calls, by those without permission
  const calls = await adminCalls(ana)
  expect(calls.length).toBeGreaterThan(10)
  const tokenOf = (page: Page) => page.evaluate(() => localStorage.getItem('ax_production_userToken') ?? '')
  const bearers = [await tokenOf(ana), await tokenOf(bob), token]
  for (const [method, path] of calls) {
    for (const by of bearers) {
      const answer = await ana.request.fetch(path, {
        method,
        headers: { authorization: `Bearer ${by}` },
        ...(method === 'GET' ? {} : { data: {} }),
      })
      expect([method, path, answer.status()]).toEqual([method, path, 403])
    }
  }
  for (const page of [ana, bob]) {
    for (const tab of ['', '?tab=users', '?tab=audit']) {
      await page.goto(`/admin${tab}`)
      await expect(page).toHaveURL(MESSAGES)
    }
    await expect(page.getByRole('link', { name: 'Admin', exact: true })).toBeHidden()
  }
  // a change that the admin of a space may make, but not its members
  const bounds = { max_hops: 3 }
  await callAs(ana, 'PATCH', `/api/organizations/${spaceId}`, bounds)
  await expect(callAs(bob, 'PATCH', `/api/organizations/${spaceId}`, bounds)).rejects.toThrow(' 403 ')

  // the same page, by an administrator
  await root.goto('/admin')
  await expect(root.getByText('Admin Access')).toBeVisible()
  await root.getByRole('searchbox', { name: 'Search name or e-mail' }).fill(anaName)
  await act(root, anaName, 'Make Admin')
  await expect(root.getByText(`✅ ${anaName} has been promoted to admin successfully`)).toBeVisible()
  await ana.goto('/admin')
  await expect(ana.getByText('Admin Access')).toBeVisible()

  await act(root, anaName, 'Remove Admin')
  await expect(root.getByText(`✅ ${anaName} has been removed from admin successfully`)).toBeVisible()
  await ana.goto('/admin')
  await expect(ana).toHaveURL(MESSAGES)

  await act(root, anaName, 'Deactivate')
  await expect(row(root, anaName).getByText('Deactivated')).toBeVisible()
  await expect(ana.getByRole('textbox', { name: 'Email or username' })).toBeVisible()
})
