/** Reactions and replies of one user: by pointer, keyboard and touch, rejected, and offline. */
import { messageRoutes } from '@flockwork/contract/messages'
import { reactionRoutes } from '@flockwork/contract/reactions'
import { DELETED_TEXT } from '@flockwork/contract/text/message-text'
import { reactionOf } from '@flockwork/contract/text/reactions'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { DESKTOP, PHONE, openApp, type OpenedApp, type Options } from './app.tsx'
import { press, setOnline } from './browser-state.ts'
import { refusal, wrongFields } from './fake-server.ts'
import { expectAccessible } from './look.ts'
import { act, article, button, holdFinger } from './parts.ts'
import { agent, ago, message, person } from './world.ts'

const ana = () => person('ana')
const scout = agent('scout')

const counted = (text: string, name: string) => article(text).getByRole('button', { name, exact: true })
const picker = page.getByRole('dialog', { name: 'Pick an emoji' })
const anyDialog = page.getByRole('dialog')

/** A space of one person with these messages of the scout, over a server that counts reactions. */
async function openWith(texts: readonly string[], more: Options = {}): Promise<OpenedApp> {
  const app = await openApp({
    me: ana(),
    ...more,
    world: { agents: [scout], posts: texts.map((text) => message(scout, text)), ...more.world },
  })
  const { server, world } = app
  /** @returns the counts afterwards */
  function react(id: string, emoji: string, add: boolean) {
    const post = world.posts.find((one) => one.id === id)
    if (!post) return refusal(404, 'not_found')
    const counts = new Map(Object.entries(post.reaction_counts))
    counts.set(emoji, (counts.get(emoji) ?? 0) + (add ? 1 : -1))
    post.reaction_counts = Object.fromEntries([...counts].filter(([, count]) => count > 0))
    const own = Object.keys(post.user_reactions ?? {}).filter((one) => one !== emoji)
    post.user_reactions = Object.fromEntries([...own, ...(add ? [emoji] : [])].map((one) => [one, true]))
    return { reaction_counts: post.reaction_counts, user_reactions: post.user_reactions }
  }
  server.answer(reactionRoutes.react, ({ params, body }) => react(params.id, body.emoji, body.add ?? true))
  return app
}

const wishes = ({ server }: OpenedApp) => server.calls(reactionRoutes.react).map(({ body }) => body)

test('the toolbar has the five reactions; a rejected one is removed again, with an error', async () => {
  const app = await openWith(['a stubborn one'])
  const row = article('a stubborn one')
  await row.hover()
  for (const name of [
    'Like this message',
    'Dislike this message',
    'This is fire!',
    'Ship it!',
    'Absolutely!',
  ]) {
    await expect.element(row.getByRole('toolbar').getByRole('button', { name, exact: true })).toBeVisible()
  }
  app.server.answerOnce(reactionRoutes.react, () => refusal(500, 'internal', 'Not today'))
  await act(row, 'This is fire!')
  await expect.element(page.getByText('Reaction failed')).toBeVisible()
  await expect.element(counted('a stubborn one', 'This is fire!, 1')).not.toBeInTheDocument()
  await button('Close notification').click()

  await act(row, 'Ship it!')
  await expect.element(counted('a stubborn one', 'Ship it!, 1')).toHaveAttribute('aria-pressed', 'true')
  await counted('a stubborn one', 'Ship it!, 1').click()
  await expect.element(counted('a stubborn one', 'Ship it!, 1')).not.toBeInTheDocument()
})

test('two quick clicks cancel each other', async () => {
  const app = await openWith(['a stubborn one'])
  const release = app.server.hold(reactionRoutes.react)
  await act(article('a stubborn one'), 'This is fire!')
  await counted('a stubborn one', 'This is fire!, 1').click()
  await expect.element(counted('a stubborn one', 'This is fire!, 1')).not.toBeInTheDocument()
  release()
  await expect.poll(() => wishes(app)).toMatchObject([{ add: true }, { add: false }])
  await app.reload()
  await expect.element(article('a stubborn one')).toBeVisible()
  await expect.element(counted('a stubborn one', 'This is fire!, 1')).not.toBeInTheDocument()
})

test('offline, and on a deleted message, no reaction is offered', async () => {
  const me = person('ola')
  const posts = [message(me, 'out in the woods'), message(me, DELETED_TEXT, { deleted_at: ago() })]
  const app = await openWith([], { me, world: { posts } })
  const row = article('out in the woods')
  const like = counted('out in the woods', 'Like this message, 1')
  await act(row, 'Like this message')
  await expect.element(like).toBeVisible()

  setOnline(app.server, false)
  await expect.element(page.getByText('You are offline.')).toBeVisible()
  await row.hover()
  const toolbar = row.getByRole('toolbar')
  await expect.element(toolbar.getByRole('button', { name: 'Like this message', exact: true })).toBeDisabled()
  await expect.element(toolbar.getByRole('button', { name: 'Add a reaction' })).toBeDisabled()
  await expect.element(like).toBeDisabled()
  await expectAccessible()
  // nor by shortcut or Enter; the arrow passes the author's name first
  await press(row, '+{ArrowRight}')
  await expect.poll(() => document.activeElement?.hasAttribute('data-who')).toBe(true)
  await userEvent.keyboard('{ArrowRight}')
  await expect.element(like).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.element(anyDialog).not.toBeInTheDocument()
  await expect.element(like).toBeVisible()
  expect(wishes(app)).toHaveLength(1)

  setOnline(app.server, true)
  await expect.element(like).toBeEnabled()
  await like.click()
  await expect.element(like).not.toBeInTheDocument()

  const last = article(DELETED_TEXT)
  await last.hover()
  await press(last, '+')
  await expect.element(last.getByRole('toolbar')).not.toBeInTheDocument()
  await expect.element(anyDialog).not.toBeInTheDocument()
})

const reply = page.getByRole('textbox', { name: /^Reply to/ })

test('a reply box opens and closes by the same control, and a rejected reply stays in it', async () => {
  const { server } = await openWith(['look at this'])
  const row = article('look at this')
  await act(row, 'Reply')
  await expect.element(reply).toHaveValue('@scout ')
  await expect.element(page.getByText('Press Enter to send • Esc to cancel')).toBeVisible()
  await act(row, 'Cancel reply')
  await expect.element(reply).not.toBeInTheDocument()
  await press(row, 'r')
  await expect.element(reply).toHaveFocus()
  await userEvent.keyboard('first thing{Escape}')
  await expect.element(reply).not.toBeInTheDocument()
  await expect.element(row).toHaveFocus()

  server.answerOnce(messageRoutes.reply, () => refusal(422, 'invalid', 'There is no channel notes here'))
  await userEvent.keyboard('r')
  await expect.element(reply).toHaveAttribute('placeholder', 'Reply or react with emojis...')
  await expect.element(reply).toHaveFocus()
  await userEvent.keyboard('a thought{Enter}')
  await expect.element(page.getByText('Unable to send reply. Please try again.')).toBeVisible()
  await expect.element(page.getByText('Reply failed. There is no channel notes here.')).toBeVisible()
  await expect.element(reply).toHaveValue('@scout a thought')
  await expect.element(page.getByText('Not sent.')).not.toBeInTheDocument()

  const release = server.hold(messageRoutes.reply)
  await press(reply, '{Enter}')
  await expect.element(button('Sending...')).toBeVisible()
  await expect.element(reply).toHaveValue('@scout a thought')
  release()
  await expect.element(page.getByText('Reply sent').first()).toBeVisible()
  await expect.element(reply).not.toBeInTheDocument()
  await expect.element(row.first()).toHaveFocus()
  expect(article('a thought').elements()).toHaveLength(1)

  // a reply to oneself starts without a mention
  await act(article('a thought'), 'Reply')
  await expect.element(page.getByRole('textbox', { name: 'Reply to @ana...' })).toHaveValue('')
})

test('a reply that is only a reaction becomes one, also after the name that the box inserted', async () => {
  const { server } = await openWith(['look at this', 'look at that'])
  server.answer(messageRoutes.reply, ({ params, body }) => {
    const emojis = reactionOf(body.content)
    const counts = Object.fromEntries((emojis ?? []).map((emoji) => [emoji, 1]))
    const own = Object.fromEntries((emojis ?? []).map((emoji) => [emoji, true as const]))
    return emojis === null
      ? wrongFields({ content: 'Not a reaction' })
      : {
          message: null,
          reaction: { message_id: params.id, emojis },
          reaction_counts: counts,
          user_reactions: own,
        }
  })
  for (const { text, typed, name } of [
    { text: 'look at this', typed: '@scout 👍', name: 'Like this message, 1' },
    { text: 'look at that', typed: '!rocket', name: 'Ship it!, 1' },
  ]) {
    await act(article(text), 'Reply')
    await expect.element(reply).toHaveFocus()
    await expect.element(reply).toHaveValue('@scout ')
    await reply.fill(typed)
    await userEvent.keyboard('{Enter}')
    await expect.element(counted(text, name)).toBeVisible()
    await expect.element(page.getByText('Reaction added').first()).toBeVisible()
  }
  expect(server.calls(messageRoutes.reply).map(({ body }) => body.content)).toEqual(['👍', '!rocket'])
  expect(page.getByRole('article').elements()).toHaveLength(2)
})

test('on a phone the sheet has the five reactions and the picker', async () => {
  await openWith(['from the train'], { size: PHONE })
  await holdFinger(article('from the train'))
  const like = anyDialog.getByRole('button', { name: 'Like this message', exact: true })
  // lifting the finger that opened it doesn't press the button that appeared under it
  like.element().dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, detail: 1 }))
  await expect.element(anyDialog).toBeVisible()
  await expect
    .element(article('from the train').getByRole('button', { name: /Like/ }))
    .not.toBeInTheDocument()
  await like.click()
  await expect.element(anyDialog).not.toBeInTheDocument()
  await expect.element(counted('from the train', 'Like this message, 1')).toBeVisible()

  await holdFinger(article('from the train'))
  await anyDialog.getByRole('button', { name: 'Add a reaction' }).click()
  await picker.getByRole('searchbox').fill('bulb')
  await picker.getByRole('gridcell', { name: 'light bulb' }).click()
  await expect.element(counted('from the train', 'helpful, 1')).toBeVisible()
})

test.for([
  { device: 'desktop', size: DESKTOP },
  { device: 'phone', size: PHONE },
])('reactions and their picker are accessible, $device', async ({ size }) => {
  const reactions = {
    reaction_counts: { '🚀': 1, '🦉': 1, '👍': 1 },
    user_reactions: { '🚀': true as const },
  }
  const posts = [message(scout, 'seen by all'), message(scout, 'and by axe', reactions)]
  await openWith([], { size, world: { posts } })
  await expect.element(counted('and by axe', 'Ship it!, 1')).toBeVisible()
  await expect.element(counted('and by axe', '🦉, 1')).toBeVisible()
  const row = article('and by axe')
  if (size === PHONE) await holdFinger(row)
  else await row.hover()
  const add = (size === PHONE ? anyDialog : row.getByRole('toolbar')).getByRole('button', {
    name: 'Add a reaction',
  })
  await expect.element(add).toBeVisible()
  await expectAccessible()
  await add.click()
  await expect.element(page.getByRole('gridcell').first()).toBeVisible()
  await expectAccessible()
})
