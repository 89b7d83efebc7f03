/** Notifications and shortcuts: the effect of their switches in the settings. */
import type { Profile } from '@flockwork/contract/auth'
import type { Message } from '@flockwork/contract/messages'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { openApp, type OpenedApp } from './app.tsx'
import {
  makeInsecure,
  press,
  setVisibility,
  watchNotifications,
  withoutNotifications,
} from './browser-state.ts'
import { settle } from './look.ts'
import { composer, expectClosed, settings as dialog, stopTyping } from './parts.ts'
import { agent, ago, message, nextSeq, person, task, taskItem, worker } from './world.ts'

const notify = dialog.getByRole('switch', { name: 'Notify me when someone mentions me' })
const scout = agent('scout')

/** The scout posts a message that mentions `me`. */
function mention(app: OpenedApp, me: Profile, content: string): Message {
  const spaceId = me.current_org_id ?? ''
  const said = message(scout, content, {
    space_id: spaceId,
    mentions: [{ id: me.id, type: 'user', handle: me.username }],
  })
  app.arrive(said)
  const mentioned = { id: me.id, type: 'user' as const, handle: me.username }
  app.server.emit('mention', { space_id: spaceId, at: said.uploaded_at, message: said, mentioned })
  return said
}

test("a mention that isn't visible causes a notification, and a click opens its message", async () => {
  const notices = watchNotifications('default', 'granted')
  const ana = person('ana')
  const app = await openApp({ me: ana, path: '/home?settings=notifications' })
  await expect.element(notify).not.toBeChecked()
  expect(notices.asked).toBe(0)
  await press(notify, ' ')
  await expect.element(notify).toBeChecked()
  expect(notices.asked).toBe(1)
  await userEvent.keyboard('{Escape}')
  await expectClosed(dialog)

  // on screen: the feed itself shows it
  mention(app, ana, '@ana in plain sight')
  await expect.element(page.getByText('in plain sight')).toBeVisible()
  expect(notices.shown).toEqual([])

  setVisibility('hidden')
  app.arrive(message(scout, 'nobody is named here'))
  const second = mention(app, ana, `@ana **look** at \`this\`: ${'x'.repeat(200)}`)
  const body = `@ana look at this: ${'x'.repeat(200)}`.slice(0, 100)
  await expect.poll(() => notices.shown).toEqual([{ title: 'scout mentioned you', body, tag: second.id }])

  // another tab of the app is visible
  setVisibility('visible')
  await page.getByRole('link', { name: 'Spaces', exact: true }).click()
  await expect.poll(() => location.pathname).toBe('/spaces')
  const third = mention(app, ana, '@ana the third time')
  await expect.poll(() => notices.shown.at(-1)).toMatchObject({ tag: third.id })
  notices.click()
  await expect.poll(() => location.pathname).toBe(`/m/${third.id}`)
  await expect.element(page.getByText('the third time')).toBeVisible()
})

test('the choice is per person and survives a logout; when off, nothing is shown', async () => {
  const notices = watchNotifications('granted')
  const ana = person('ana')
  const app = await openApp({ me: ana, path: '/home?settings=notifications' })
  await notify.click()
  await expect.element(notify).toBeChecked()
  expect(notices.asked).toBe(0)
  const storedKeys = () => [...app.stored.keys()].filter((key) => key.includes('mention_notifications'))
  expect(storedKeys()).toHaveLength(1)

  await notify.click()
  await expect.element(notify).not.toBeChecked()
  await userEvent.keyboard('{Escape}')
  setVisibility('hidden')
  mention(app, ana, '@ana unheard')
  await expect.element(page.getByText('unheard')).toBeVisible()
  expect(notices.shown).toEqual([])
  setVisibility('visible')

  await page.getByRole('button', { name: 'Logout' }).click()
  await expect.element(composer).not.toBeInTheDocument()
  expect(storedKeys()).toHaveLength(1)
})

test('a denied permission is explained, and the switch stays off', async () => {
  watchNotifications('default', 'denied')
  await openApp({ me: person('ana'), path: '/home?settings=notifications' })
  await notify.click()
  await expect.element(dialog.getByText(/This browser blocks notifications from this site/)).toBeVisible()
  await expect.element(notify).not.toBeChecked()
  await expect.element(notify).toBeDisabled()
})

test('a permission prompt that is dismissed switches nothing on, and can be shown again', async () => {
  watchNotifications('default', 'default')
  await openApp({ me: person('ana'), path: '/home?settings=notifications' })
  await notify.click()
  await expect
    .element(dialog.getByText('The browser did not allow it, so nothing was switched on.'))
    .toBeVisible()
  await expect.element(notify).not.toBeChecked()
  await expect.element(notify).toBeEnabled()
})

test.for([
  { prepare: makeInsecure, words: 'Notifications require a secure connection (HTTPS).' },
  { prepare: withoutNotifications, words: 'This browser can’t show notifications.' },
])('where notifications are impossible, the reason is shown: $words', async ({ prepare, words }) => {
  watchNotifications('default')
  prepare()
  await openApp({ me: person('ana'), path: '/home?settings=notifications' })
  await expect.element(dialog.getByText(words)).toBeVisible()
  await expect.element(notify).toBeDisabled()
})

test('single-key shortcuts work while they are on, and not once they are off', async () => {
  const app = await openApp({ me: person('ana'), path: '/home' })
  const letters = dialog.getByRole('switch', { name: 'Single-key shortcuts' })
  const write = dialog.getByRole('listitem').filter({ hasText: 'Write a message' })
  await page.getByRole('link', { name: 'Settings of ana' }).click()
  await dialog.getByRole('tab', { name: 'Shortcuts' }).click()
  await expect.element(letters).toBeChecked()
  await expect.element(write).toHaveTextContent('Write a messagec')
  await userEvent.keyboard('{Escape}')
  await expectClosed(dialog)
  stopTyping()
  await userEvent.keyboard('c')
  await expect.element(composer).toHaveFocus()

  await page.getByRole('link', { name: 'Settings of ana' }).click()
  await dialog.getByRole('tab', { name: 'Shortcuts' }).click()
  await press(letters, ' ')
  await expect.element(letters).not.toBeChecked()
  await expect.element(write).toHaveTextContent('Write a messageOff')
  await expect
    .element(dialog.getByRole('listitem').filter({ hasText: 'New line' }))
    .toHaveTextContent('New lineShiftEnter')
  await userEvent.keyboard('{Escape}')
  await expectClosed(dialog)
  await app.reload()
  // after a page load the feed focuses the composer
  await expect.element(composer).toHaveFocus()
  stopTyping()
  await userEvent.keyboard('cgt')
  await settle()
  await expect.element(composer).not.toHaveFocus()
  await expect.element(composer).toHaveValue('')
  expect(location.pathname).toBe('/home')
})

test("an assigned task causes a notification while it can’t be seen, but not one's own assignment", async () => {
  const notices = watchNotifications('granted')
  const ana = person('ana')
  const app = await openApp({
    me: ana,
    world: { agents: [scout] },
    stored: { [`mention_notifications:${ana.id}`]: 'true' },
  })
  const space_id = ana.current_org_id ?? ''
  const assign = (number: number, title: string) => {
    const given = task(scout, number, title, { space_id, assigned_user: worker(ana), status: 'assigned' })
    return {
      given,
      arrive: () =>
        app.server.emit('task_update', { space_id, at: ago(), action: 'assigned', task: given }, nextSeq()),
    }
  }
  // one's own actions aren't in the inbox
  assign(1, 'taken by herself').arrive()
  const two = assign(2, 'Batch the check')
  const item = taskItem(two.given, scout)
  app.world.inbox.unshift(item)
  two.arrive()
  await expect
    .poll(() => notices.shown)
    .toEqual([{ title: 'scout assigned you a task', body: 'T-2 Batch the check', tag: item.id }])
  notices.click()
  await expect.poll(() => location.pathname + location.search).toBe(`/tasks?task=${two.given.id}`)
})
