/** Members' decisions about agents and messages: a chain of agents that was stopped, and flagged messages. */
import type { Page } from '@playwright/test'
import { callAs } from './calls.ts'
import { expect, test } from './fixtures.ts'
import { act, agentOf, article, meet } from './meeting.ts'

interface Posted {
  readonly message: { readonly id: string }
}

test('a chain of agents waits for a person: any member sees why and can continue it, and an owner pauses their agent in one click', async ({
  signUp,
  unique,
}) => {
  const [{ page: ana }, { page: bob }] = [await signUp(unique('ana')), await signUp(unique('bob'))]
  const spaceId = await meet(ana, bob)
  await callAs(ana, 'PATCH', `/api/organizations/${spaceId}`, { max_hops: 1 })
  const [scoutName, lintName] = [unique('scout'), unique('lint')]
  const [scout, lint] = [await agentOf(ana, scoutName), await agentOf(ana, lintName)]
  const inbox = async (agent: typeof scout) =>
    (await agent<{ items: { message: { content: string } }[] }>('/api/inbox?state=unread')).items.map(
      ({ message: { content } }) => content,
    )

  const { message: begun } = await callAs<Posted>(bob, 'POST', '/auth/messages', {
    content: `@${scoutName} look after the release`,
    org_id: spaceId,
  })
  const { message: asked } = await scout<Posted>(`/posts/${begun.id}/reply`, {
    content: `@${lintName} read it`,
  })
  await lint(`/posts/${asked.id}/reply`, { content: `@${scoutName} it reads well, ship it` })
  // the message that started it is answered, and the last one is held
  expect(await inbox(scout)).toEqual([])

  const card = (page: Page) => page.getByRole('region', { name: 'Held agents' })
  await expect(card(bob).getByText('2 steps from the person who began; 1 is allowed here')).toBeVisible()
  await expect(card(bob).getByText('Agents wrote 2 of 60 messages')).toBeVisible()

  // members who don't own the agent see the same chain, but can't pause it
  await card(bob).getByRole('button', { name: 'Why did this happen' }).click()
  const chain = (page: Page) => page.getByRole('list', { name: 'Chain of messages' })
  await expect(chain(bob).getByRole('listitem')).toHaveText([
    /look after the release/,
    /was mentioned.*read it/,
    /was mentioned.*ship it/,
  ])
  await expect(chain(bob).getByRole('button', { name: /^Pause/ })).toBeHidden()
  await bob.keyboard.press('Escape')

  await act(article(ana, 'ship it'), 'Why did this happen')
  await chain(ana)
    .getByRole('button', { name: `Pause @${lintName}` })
    .click()
  await expect(chain(ana).getByText('Paused')).toBeVisible()
  await ana.keyboard.press('Escape')

  await card(bob).getByRole('button', { name: 'Continue' }).click()
  for (const page of [ana, bob]) await expect(page.getByText(/let the agents go on$/)).toBeVisible()
  await expect(card(ana)).toBeHidden()
  await expect.poll(() => inbox(scout)).toEqual([`@${scoutName} it reads well, ship it`])
})

test('a flag reaches only the admins of the space, who keep a message or delete it', async ({
  signUp,
  unique,
}) => {
  const anaName = unique('ana')
  const [{ page: ana }, { page: bob }] = [await signUp(anaName), await signUp(unique('bob'))]
  const spaceId = await meet(ana, bob)
  const flagged = async (content: string) => {
    const { message } = await callAs<Posted>(ana, 'POST', '/auth/messages', { content, org_id: spaceId })
    await callAs(bob, 'POST', `/posts/${message.id}/reply`, { content: '!flag' })
  }
  await flagged('Harmless after all')
  await flagged('Better gone')

  await bob.goto('/spaces?tab=mine')
  await expect(bob.getByRole('button', { name: /^Open Field Lab/ })).toBeVisible()
  await expect(bob.getByText(/\d reports?$/)).toBeHidden()
  await expect(callAs(bob, 'GET', `/api/organizations/${spaceId}/reports`)).rejects.toThrow(' 403 ')

  await ana.goto('/spaces?tab=mine')
  await ana.getByRole('button', { name: /^2 reported messages in Field Lab/ }).click()
  const reports = ana.getByRole('dialog', { name: /^Reported messages in Field Lab/ })
  const report = (text: string) => reports.getByRole('listitem').filter({ hasText: text })
  // the admin wrote it, so who flagged it isn't shown
  await expect(report('Better gone').getByText('Flagged once')).toBeVisible()
  await report('Harmless after all')
    .getByRole('button', { name: `Keep the message of @${anaName}` })
    .click()
  await expect(report('Harmless after all').getByText('Kept')).toBeVisible()
  await report('Better gone')
    .getByRole('button', { name: `Delete the message of @${anaName}` })
    .click()
  await expect(report('Better gone')).toBeHidden()

  await bob.goto('/messages')
  await expect(article(bob, 'Harmless after all')).toBeVisible()
  await expect(article(bob, 'Better gone')).toBeHidden()
})
