/** An answer that comes late takes nothing away from a text that was begun meanwhile. */
import { messageRoutes } from '@flockwork/contract/messages'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { openApp } from './app.tsx'
import { press } from './browser-state.ts'
import { refusal } from './fake-server.ts'
import { act, article, button } from './parts.ts'
import { message, person } from './world.ts'

const box = page.getByRole('textbox', { name: /^Reply to/ })
const editBox = page.getByRole('textbox', { name: 'Edit message' })

/** A first reply is being sent, its box was closed, and another has a second. */
async function replyTwice(isRefused = false) {
  const sam = person('sam')
  const app = await openApp({ me: sam, world: { posts: [message(sam, 'the question')] } })
  const release = app.server.hold(messageRoutes.reply)
  if (isRefused) {
    app.server.answerOnce(messageRoutes.reply, () => refusal(422, 'validation_error', 'It is too late'))
  }
  await act(article('the question'), 'Reply')
  await box.fill('the first reply')
  await userEvent.keyboard('{Enter}')
  await expect.element(button('Sending...')).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(box).not.toBeInTheDocument()
  await act(article('the question'), 'Reply')
  await box.fill('the second reply')
  return { ...app, release }
}

test('a reply that is sent after its box was closed leaves the next one alone', async () => {
  const { release } = await replyTwice()

  release()

  await expect.element(article('the first reply')).toBeVisible()
  await expect.element(box).toHaveValue('the second reply')
  await userEvent.keyboard('{Enter}')
  await expect.element(article('the second reply')).toBeVisible()
})

test('a reply that fails after its box was closed stays in the feed; Edit adds it to the next one', async () => {
  const { release } = await replyTwice(true)

  release()

  await expect.element(page.getByText('Not sent. It is too late.')).toBeVisible()
  await expect.element(box).toHaveValue('the second reply')
  await button('Edit').click()
  await expect.element(box).toHaveValue('the second reply\nthe first reply')
})

test('an edit that is saved while another message is edited leaves that one open', async () => {
  const sam = person('sam')
  const said = message(sam, 'the first message')
  const { server, world } = await openApp({
    me: sam,
    world: { posts: [said, message(sam, 'the second message')] },
  })
  server.answer(messageRoutes.edit, ({ body }) => ({
    message: { ...said, space_id: world.me?.current_org_id ?? '', content: body.content, edit_count: 1 },
  }))
  const release = server.hold(messageRoutes.edit)
  await press(article('the first message'), 'e')
  await editBox.fill('the first, corrected')
  await userEvent.keyboard('{Enter}')
  await expect.element(button('Saving...')).toBeVisible()
  await press(article('the second message'), 'e')
  await expect.element(editBox).toHaveValue('the second message')
  await editBox.fill('the second, corrected')

  release()

  await expect.element(article('the first, corrected')).toBeVisible()
  await expect.element(editBox).toHaveValue('the second, corrected')
  await expect.element(editBox).toHaveFocus()
})
