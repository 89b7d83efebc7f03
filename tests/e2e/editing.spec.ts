/** Editing and deleting messages, as others see it. The dialogs and their rules are in tests/components. */
import { expect, test } from './fixtures.ts'
import { act, article, composer, meet, says, toolbarOf } from './meeting.ts'

test('an edit and a deletion reach everybody at once, and only the author sees the earlier version', async ({
  signUp,
  unique,
}) => {
  const [ana, bob] = [(await signUp(unique('ana'))).page, (await signUp(unique('bob'))).page]
  await meet(ana, bob)
  await says(bob, 'the first draft')
  await composer(bob).press('ArrowUp')
  const field = bob.getByRole('textbox', { name: 'Edit message' })
  await field.fill('the second draft')
  await field.press('Enter')
  for (const page of [bob, ana]) {
    await expect(article(page, 'the second draft').getByText('edited just now')).toBeVisible()
  }
  await article(bob, 'the second draft').getByRole('button', { name: 'edited just now' }).click()
  const history = bob.getByRole('dialog', { name: 'Earlier texts' })
  await expect(history.getByText('the first draft')).toBeVisible()
  await history.getByRole('button', { name: 'Close' }).click()

  // by the admin of the space, who can delete it but not edit it
  const row = article(ana, 'the second draft')
  await row.hover()
  await expect(toolbarOf(row).getByRole('button', { name: 'Delete', exact: true })).toBeVisible()
  await expect(toolbarOf(row).getByRole('button', { name: 'Edit', exact: true })).toHaveCount(0)
  await act(row, 'Delete')
  const question = ana.getByRole('dialog', { name: 'Delete message' })
  await question.getByRole('button', { name: 'Delete', exact: true }).click()
  for (const page of [ana, bob]) await expect(article(page, '[Message deleted]')).toBeVisible()
})
