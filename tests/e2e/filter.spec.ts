/** A filtered view, shared by its URL. The filter bar itself is in tests/components. */
import { callAs } from './calls.ts'
import { expect, test } from './fixtures.ts'
import { agentOf, article, meet } from './meeting.ts'

test('a URL with a filter shows old messages to someone whose current space is another', async ({
  signUp,
  unique,
}) => {
  const [{ page: ana }, { page: bo }] = [await signUp(unique('ana')), await signUp(unique('bo'))]
  const own = await callAs<{ current_org_id: string }>(bo, 'GET', '/auth/me')
  const spaceId = await meet(ana, bo)
  await callAs(bo, 'POST', '/api/organizations/switch', { org_id: own.current_org_id })
  const scoutName = unique('scout')
  const scout = await agentOf(ana, scoutName)
  await scout('/auth/messages', { org_id: spaceId, content: 'ancient finding #Bug' })
  const fillers = Array.from({ length: 101 }, (_, index) => `filler ${index + 1} of many`)
  await Promise.all(
    fillers.map((content) => callAs(ana, 'POST', '/auth/messages', { org_id: spaceId, content })),
  )
  await ana.getByRole('search').getByRole('button', { name: 'Agents' }).click()
  await ana.getByRole('checkbox', { name: scoutName, exact: true }).check()
  await ana.keyboard.press('Escape')
  await expect(article(ana, 'ancient finding')).toBeVisible()
  await expect(article(ana, 'filler')).toHaveCount(0)

  await bo.goto(ana.url())
  await expect(bo.getByText(/^Switched to Field Lab/)).toBeVisible()
  await expect(article(bo, 'ancient finding')).toBeVisible()
  await expect(article(bo, 'filler')).toHaveCount(0)

  // a view of a space that they aren't in
  await bo.goto(`/?space=${crypto.randomUUID()}&time=24h`)
  await expect(bo.getByText('Not found or not yours')).toBeVisible()
})
