/** Channels on screen: chosen, made, renamed and put away, and what others see of it meanwhile. */
import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { article, composer, meet, says, toolbarOf } from './meeting.ts'

const picker = (page: Page, channel: string) => page.getByRole('button', { name: `Channel: ${channel}` })
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Channels' })
const listed = (page: Page) =>
  dialog(page).getByRole('list', { name: 'Channels of this space' }).getByRole('listitem')
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

async function choose(page: Page, from: string, to: string, posts: string): Promise<void> {
  await picker(page, from).click()
  await page.getByRole('menuitemradio', { name: `${to} ${posts}` }).click()
  await expect(picker(page, to)).toBeVisible()
}

test('a member makes a channel, an admin renames and archives it, and both see it at once', async ({
  signUp,
  unique,
}) => {
  test.slow()
  const { page: ana } = await signUp(unique('ana'))
  const { page: bob } = await signUp(unique('bob'))
  await meet(ana, bob)

  // Bob, a member, makes one; what may not be a name is said
  await picker(bob, 'main').click()
  await expect(bob.getByRole('menuitemradio')).toHaveText([/^main/, /^testing/, /^dev/])
  await bob.getByRole('menuitem', { name: 'New channel' }).click()
  const name = dialog(bob).getByRole('textbox', { name: 'New channel' })
  await expect(name).toBeFocused()
  await expect(button(bob, 'Rename dev')).toBeHidden()
  for (const [typed, says] of [
    ['dev', 'There is a channel dev already'],
    ['küche', 'Use 1 to 32 of a-z, 0-9, - and _'],
  ] as const) {
    await name.fill(typed)
    await bob.keyboard.press('Enter')
    await expect(dialog(bob)).toContainText(says)
    await expect(name).toHaveValue(typed)
  }
  await name.fill('Field Notes')
  await expect(name).toHaveValue('field-notes')
  // a second press doesn't ask for the same again
  await button(bob, 'Create').dblclick()
  await expect(dialog(bob)).toBeHidden()
  await expect(bob.getByText('Channel field-notes created')).toBeVisible()
  await says(bob, 'seen two')
  await expect(article(bob, 'seen two')).toContainText('in field-notes')

  // Ana's picker has it with what was posted in it
  await expect(article(ana, 'seen two')).toBeVisible()
  await choose(ana, 'main', 'field-notes', '1 message')
  await says(ana, 'seen three')
  await expect(article(bob, 'seen three')).toContainText('in field-notes')

  // she renames it: Bob's filter means it still, and his next message goes where it is now
  await bob.getByRole('button', { name: 'Channels', exact: true }).click()
  await bob.getByRole('checkbox', { name: 'field-notes' }).check()
  await bob.keyboard.press('Escape')
  await expect(bob).toHaveURL(/channels=field-notes/)
  const entriesBefore = await bob.evaluate(() => history.length)
  await picker(ana, 'field-notes').click()
  await ana.getByRole('menuitem', { name: 'Manage channels' }).click()
  await expect(listed(ana)).toHaveText([/^main/, /^testing/, /^dev/, /^field-notes2 messages/])
  await expect(button(ana, 'Rename main')).toBeHidden()
  await button(ana, 'Rename field-notes').click()
  const renamed = dialog(ana).getByRole('textbox', { name: 'New name of field-notes' })
  await expect(renamed).toBeFocused()
  await renamed.fill('dev')
  await ana.keyboard.press('Enter')
  await expect(dialog(ana).getByRole('alert')).toHaveText('There is a channel dev already')
  await renamed.fill('notes')
  await ana.keyboard.press('Enter')
  await expect(button(ana, 'Rename notes')).toBeFocused()
  await expect(picker(bob, 'notes')).toBeVisible()
  await expect(bob).toHaveURL(/channels=notes/)
  // in the place of the old name, which Back must not lead to
  expect(await bob.evaluate(() => history.length)).toBe(entriesBefore)
  await expect(article(bob, 'seen two')).toContainText('in notes')
  await button(bob, 'Clear all').click()
  await says(bob, 'seen four')
  await expect(article(bob, 'seen four')).toContainText('in notes')

  // and puts it away: its messages stay, and nobody is offered it any more
  await button(ana, 'Archive notes').click()
  await expect(button(ana, 'Bring back notes')).toBeFocused()
  await expect(picker(bob, 'main')).toBeVisible()
  await expect(bob.getByText('Channel notes is gone')).toBeVisible()
  await expect(article(bob, 'seen four')).toBeVisible()
  // nor to answer there: what was begun is kept, and only a reaction goes out
  const closed = 'Channel notes is archived. It takes no replies.'
  await article(bob, 'seen four').hover()
  const replies = toolbarOf(article(bob, 'seen four')).getByRole('button', { name: /^Reply/ })
  await expect(replies).toHaveCount(2)
  for (const one of await replies.all()) {
    await expect(one).toBeDisabled()
    await expect(one).toHaveAccessibleDescription(closed)
  }
  await article(bob, 'seen three').focus()
  await bob.keyboard.press('r')
  const box = bob.locator('form').filter({ has: bob.getByRole('textbox', { name: /^Reply to/ }) })
  await expect(box.getByRole('alert')).toHaveText(closed)
  await box.getByRole('textbox').fill('too late')
  await expect(button(bob, 'Send').and(box.getByRole('button'))).toBeDisabled()
  await box.getByRole('textbox').fill('👍')
  await bob.keyboard.press('Enter')
  await expect(article(bob, 'seen three').getByRole('button', { name: 'Like this message, 1' })).toBeVisible()
  await picker(bob, 'main').click()
  await expect(bob.getByRole('menuitemradio')).toHaveText([/^main/, /^testing/, /^dev/])
  await bob.keyboard.press('Escape')

  await button(ana, 'Bring back notes').click()
  await expect(button(ana, 'Rename notes')).toBeFocused()
  await ana.keyboard.press('Escape')
  await expect(dialog(ana)).toBeHidden()
  await choose(bob, 'main', 'notes', '3 messages')
  await says(bob, 'back again')
  await expect(article(ana, 'back again')).toContainText('in notes')
  await expect(composer(bob)).toHaveValue('')
})
