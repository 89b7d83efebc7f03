/** A channel that is renamed and archived while others use it. The dialogs are in tests/components. */
import type { Page } from '@playwright/test'
import { callAs } from './calls.ts'
import { expect, test } from './fixtures.ts'
import { article, meet, says, toolbarOf } from './meeting.ts'

const picker = (page: Page, channel: string) => page.getByRole('button', { name: `Channel: ${channel}` })

test('composer and filter follow a renamed channel, and leave it once it is archived', async ({
  signUp,
  unique,
}) => {
  const { page: ana } = await signUp(unique('ana'))
  const { page: bob } = await signUp(unique('bob'))
  const spaceId = await meet(ana, bob)
  const here = { org_id: spaceId }
  await callAs(bob, 'POST', '/posts/channels', { ...here, name: 'field-notes' })
  await picker(bob, 'main').click()
  await bob.getByRole('menuitemradio', { name: 'field-notes' }).click()
  await says(bob, 'seen two')
  await bob.getByRole('button', { name: 'Channels', exact: true }).click()
  await bob.getByRole('checkbox', { name: 'field-notes' }).check()
  await bob.keyboard.press('Escape')
  await expect(bob).toHaveURL(/channels=field-notes/)
  const entries = await bob.evaluate(() => history.length)

  await callAs(ana, 'PATCH', '/posts/channels/field-notes', { ...here, name: 'notes' })
  await expect(picker(bob, 'notes')).toBeVisible()
  await expect(bob).toHaveURL(/channels=notes/)
  // the new name replaced the old one in the history: Back must not lead to the old one
  expect(await bob.evaluate(() => history.length)).toBe(entries)
  for (const page of [bob, ana]) await expect(article(page, 'seen two')).toContainText('in notes')
  await bob.getByRole('button', { name: 'Clear all', exact: true }).click()
  await says(bob, 'seen four')
  await expect(article(bob, 'seen four')).toContainText('in notes')

  await callAs(ana, 'PATCH', '/posts/channels/notes', { ...here, archived: true })
  await expect(picker(bob, 'main')).toBeVisible()
  await expect(bob.getByText('Channel notes is gone')).toBeVisible()
  await article(bob, 'seen four').hover()
  const replies = toolbarOf(article(bob, 'seen four')).getByRole('button', { name: /^Reply/ })
  await expect(replies.first()).toBeDisabled()
  await picker(bob, 'main').click()
  await expect(bob.getByRole('menuitemradio')).toHaveText([/^main/, /^testing/, /^dev/])
})
