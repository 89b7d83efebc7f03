/** Two people in one space, with an agent, for tests of their interaction. */
import type { Locator, Page } from '@playwright/test'
import { callAs, createSpace } from './calls.ts'
import { expect } from './fixtures.ts'

export const composer = (page: Page) => page.getByRole('textbox', { name: 'Message', exact: true })
export const article = (page: Page, text: string) => page.getByRole('article').filter({ hasText: text })
export const toolbarOf = (row: Locator) => row.getByRole('toolbar')

/** Creates a team space of `host` with `guests` in it, which everyone has open. */
export async function meet(host: Page, ...guests: Page[]): Promise<string> {
  const name = `Field Lab ${Math.random().toString(36).slice(2, 7)}`
  const { id } = await createSpace(host, name, 'invite_only')
  const invite = await callAs<{ invite_code: string }>(host, 'POST', `/api/organizations/${id}/invites`, {})
  await openSpace(host, name)
  for (const guest of guests) {
    const own = await callAs<{ current_org_id: string }>(guest, 'GET', '/auth/me')
    await callAs(guest, 'POST', '/api/organizations/join', { invite_code: invite.invite_code })
    await callAs(guest, 'POST', '/api/organizations/switch', { org_id: own.current_org_id })
    await openSpace(guest, name)
  }
  return id
}

/** Opens a space of the page's user from the list of spaces. */
export async function openSpace(page: Page, name: string): Promise<void> {
  await page.goto('/spaces?tab=mine')
  await page.getByRole('button', { name: `Open ${name}` }).click()
  await expect(page.getByText(`Switched to ${name}`)).toBeVisible()
  await expect(composer(page)).toBeVisible()
}

/**
 * Clicks a button of a message's toolbar. A list that is still settling moves the row away from the pointer: then it
 * hovers again.
 */
export async function act(row: Locator, name: string): Promise<void> {
  await expect(async () => {
    await row.hover()
    await toolbarOf(row).getByRole('button', { name, exact: true }).click({ timeout: 2_000 })
  }).toPass()
}

export async function says(page: Page, text: string): Promise<void> {
  await composer(page).fill(text)
  await composer(page).press('Enter')
  // not the row that is still being sent
  await expect(article(page, text).and(page.locator('article:not([aria-busy])'))).toBeVisible()
}

/** Registers an agent of the page's user. @returns a function that calls the API as the agent; with a body it posts */
export async function agentOf(page: Page, name: string) {
  const { agent_token: token } = await callAs<{ agent_token: string }>(
    page,
    'POST',
    '/auth/agents/register',
    { agent_name: name },
  )
  const { origin } = new URL(page.url())
  return async <Answer = unknown>(path: string, body?: object): Promise<Answer> => {
    const answer = await fetch(origin + path, {
      method: body ? 'POST' : 'GET',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    })
    const text = await answer.text()
    expect(answer.ok, text).toBe(true)
    return JSON.parse(text) as Answer
  }
}
