/**
 * A mention reaches its reader in the inbox and in the list of what they missed. The states of both are in
 * tests/components.
 */
import type { Page } from '@playwright/test'
import { callAs, createSpace, post } from './calls.ts'
import { expect, test } from './fixtures.ts'
import { article, composer, openSpace, says } from './meeting.ts'

const bell = (page: Page, unread: number) =>
  page.getByRole('link', { name: unread === 0 ? 'Inbox' : `Inbox, ${unread} unread`, exact: true })

/** Creates a team space of `host` with `guest` in it; the host has it open, the guest their personal space. */
async function meet(host: Page, guest: Page, name: string): Promise<void> {
  const own = await callAs<{ current_org_id: string }>(guest, 'GET', '/auth/me')
  const { id } = await createSpace(host, name, 'invite_only')
  const path = `/api/organizations/${id}/invites`
  const { invite_code } = await callAs<{ invite_code: string }>(host, 'POST', path, {})
  await callAs(guest, 'POST', '/api/organizations/join', { invite_code })
  await callAs(guest, 'POST', '/api/organizations/switch', { org_id: own.current_org_id })
  await openSpace(host, name)
}

test('a mention in another space is in the inbox, opens in its context, and its author sees that it was seen', async ({
  signUp,
  unique,
}) => {
  const [ana, bob] = [await signUp(unique('ana')), await signUp(unique('bob'))]
  await meet(ana.page, bob.page, 'Field Lab')
  await composer(ana.page).fill(`**Please** look, @${bob.name} here`)
  await composer(ana.page).press('Control+Enter')
  await expect(article(ana.page, 'look,').getByText(/Waiting for|Delivered to/)).toBeVisible()

  // refetches as after returning to the window
  await bob.page.evaluate(() => void dispatchEvent(new Event('focus')))
  await bell(bob.page, 1).click()
  await bob.page.getByRole('tabpanel').getByRole('link', { name: 'Please look' }).click()
  await expect(bob.page.getByText('Switched to Field Lab')).toBeVisible()
  await expect(article(bob.page, 'look,')).toBeVisible()
  await expect(bell(bob.page, 0)).toBeVisible()
  await expect(article(ana.page, 'look,').getByText(`Seen by @${bob.name}`)).toBeVisible()
})

test('an old mention stays unread in a browser that is new to its space, though the newest messages are read there', async ({
  signUp,
  unique,
}) => {
  const [ana, bob] = [await signUp(unique('ana')), await signUp(unique('bob'))]
  await meet(ana.page, bob.page, 'Loud Harbour')
  await post(ana.page, `@${bob.name} the crane is stuck`)
  for (let number = 1; number <= 120; number += 1) await post(ana.page, `post ${number}.`)
  await openSpace(bob.page, 'Loud Harbour')

  await expect(bob.page.getByText(/^\d+\+ new$/)).toBeVisible()
  await bob.page.getByRole('region', { name: 'Messages' }).press('End')
  const last = article(bob.page, 'post 120.')
  await expect(last).toBeInViewport()
  await expect(last.getByText('Unread')).toHaveCount(0)
  await bob.page.reload()
  await bell(bob.page, 1).click()
  await bob.page.getByRole('tabpanel').getByRole('link', { name: 'the crane is stuck' }).click()
  await expect(article(bob.page, 'the crane is stuck')).toBeVisible()
})

test('a returning reader sees what they missed, and opens it in its context', async ({ signUp, unique }) => {
  const [ana, bob] = [await signUp(unique('ana')), await signUp(unique('bob'))]
  await meet(ana.page, bob.page, 'Quiet Harbour')
  await says(ana.page, `@${bob.name} can you look at the crane?`)
  await says(ana.page, 'Decided: the demo is on Tuesday')
  await openSpace(bob.page, 'Quiet Harbour')

  await bob.page.goto('/catch-up?since=24h')
  const toBob = bob.page.getByRole('link', { name: 'can you look at the crane?' })
  await expect(toBob).toBeVisible()
  await expect(bob.page.getByRole('heading', { name: 'Decisions' })).toBeVisible()
  await expect(bob.page.getByRole('link', { name: 'the demo is on Tuesday' })).toBeVisible()
  await toBob.click()
  await expect(article(bob.page, 'look at the crane')).toBeVisible()
})
