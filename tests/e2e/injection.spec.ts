/**
 * Texts that try to inject script, under the server's content-security policy. tests/components shows each of them in
 * every part of the app.
 */
import type { Page } from '@playwright/test'
import { callAs, post } from './calls.ts'
import { expect, test } from './fixtures.ts'
import { raiseAlarm, type Alarm } from './injection/alarm.ts'
import { ONE_OF_EACH } from './injection/corpus.ts'

const ALL = `"'><img src=x onerror=hit()><script>hit()</script>`

test('none of them runs as a message, a name, a bio or in a URL', async ({ signUp, unique, product }) => {
  const { page } = await signUp(unique('mal'), { size: { width: 1280, height: 9000 } })
  const alarm = await raiseAlarm(page.context(), product.url)
  const ids = await Promise.all(ONE_OF_EACH.map((content) => post(page, content)))
  const { current_org_id: spaceId } = await callAs<{ current_org_id: string }>(page, 'GET', '/auth/me')
  await callAs(page, 'PATCH', '/auth/me', { full_name: ALL })
  await callAs(page, 'PATCH', `/api/organizations/${spaceId}`, { name: ALL, description: ALL }).catch(
    () => null,
  )
  const scout = unique('scout')
  await callAs(page, 'POST', '/auth/agents/register', { agent_name: scout, description: ALL })

  await page.reload()
  const shown = page.locator('[data-row]')
  await expect.poll(() => shown.count()).toBeGreaterThanOrEqual(ids.length)
  await alarm.expectSilence(page, 'the feed')
  const rows = await shown.evaluateAll((all) => all.map((row) => row.getAttribute('data-row')))
  expect(ids.filter((id) => !rows.includes(id))).toEqual([])

  for (const path of [
    `/agents?agent=${scout}&settings=profile`,
    '/search?q=hit',
    `/?error=${ALL}#${ALL}`,
    `/m/${encodeURIComponent(ALL)}`,
    '/#javascript:hit()',
  ]) {
    await visit(page, alarm, path)
  }
})

async function visit(page: Page, alarm: Alarm, path: string): Promise<void> {
  await page.goto(path)
  await expect(page.getByRole('heading').or(page.getByRole('main')).first()).toBeVisible()
  await page.evaluate(
    () => new Promise<void>((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve()))),
  )
  await alarm.expectSilence(page, path)
}
