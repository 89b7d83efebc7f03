/** Notifications and shortcuts in the settings: what they switch really goes on and off. */
import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { agentOf, composer } from './meeting.ts'
import { askedOn, setVisibility, shownOn, watchNotifications, type Watching } from './notices.ts'
import { openSettings, settingsOf } from './settings-page.ts'

/** An agent of the page's user, in the space on screen, which says things. */
async function speaker(page: Page, name: string): Promise<(content: string) => Promise<string>> {
  const call = await agentOf(page, name)
  return async (content) => {
    const { message } = await call<{ message: { id: string } }>('/auth/messages', { content })
    return message.id
  }
}

const SWITCH = 'Notify me when someone mentions me'

test('a mention is notified of while it can’t be seen, and a click leads to its message', async ({
  signUp,
  unique,
}) => {
  const { page, name } = await signUp(unique('ida'))
  const agent = unique('scout')
  const say = await speaker(page, agent)
  await watchNotifications(page, 'default', 'granted')
  const dialog = await openSettings(page, 'notifications')
  const notify = dialog.getByRole('switch', { name: SWITCH })
  await expect(notify).not.toBeChecked()
  expect(await askedOn(page)).toBe(0)
  await notify.press('Space')
  await expect(notify).toBeChecked()
  expect(await askedOn(page)).toBe(1)
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()

  // in sight: the feed itself shows it
  await say(`@${name} in plain sight`)
  await expect(page.getByText('in plain sight')).toBeVisible()
  expect(await shownOn(page)).toEqual([])

  await setVisibility(page, 'hidden')
  await say('nobody is named here')
  const second = await say(`@${name} **look** at \`this\`: ${'x'.repeat(200)}`)
  const expected = {
    title: `${agent} mentioned you`,
    body: `@${name} look at this: ${'x'.repeat(200)}`.slice(0, 100),
    tag: second,
  }
  await expect.poll(() => shownOn(page)).toEqual([expected])

  // another tab of the app is on screen
  await setVisibility(page, 'visible')
  await page.getByRole('link', { name: 'Spaces', exact: true }).click()
  await expect(page).toHaveURL(/spaces/)
  const third = await say(`@${name} the third time`)
  await expect.poll(async () => (await shownOn(page)).at(-1)).toMatchObject({ tag: third })
  await page.evaluate(() => (globalThis as Watching).watched.last?.dispatchEvent(new Event('click')))
  await expect(page).toHaveURL(new RegExp(`/m/${third}$`))
  await expect(page.getByText('the third time')).toBeVisible()
})

test('the choice is each person’s own and outlives a logout; switched off nothing is shown', async ({
  signUp,
  unique,
}) => {
  const { page, name } = await signUp(unique('ivo'))
  const say = await speaker(page, unique('lint'))
  await watchNotifications(page, 'granted')
  const dialog = await openSettings(page, 'notifications')
  const notify = dialog.getByRole('switch', { name: SWITCH })
  await notify.click()
  await expect(notify).toBeChecked()
  expect(await askedOn(page)).toBe(0)
  const kept = () =>
    page.evaluate(() => Object.keys(localStorage).filter((key) => key.includes('mention_notifications')))
  expect(await kept()).toHaveLength(1)

  await notify.click()
  await expect(notify).not.toBeChecked()
  await page.keyboard.press('Escape')
  await setVisibility(page, 'hidden')
  await say(`@${name} unheard`)
  await expect(page.getByText('unheard')).toBeVisible()
  expect(await shownOn(page)).toEqual([])
  await setVisibility(page, 'visible')

  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(composer(page)).toBeHidden()
  expect(await kept()).toHaveLength(1)
})

test('a refusal of the browser is said in words, and the switch stays off', async ({ signUp, unique }) => {
  const { page } = await signUp(unique('jan'))
  await watchNotifications(page, 'default', 'denied')
  const dialog = await openSettings(page, 'notifications')
  const notify = dialog.getByRole('switch', { name: SWITCH })
  await notify.click()
  await expect(dialog.getByText(/This browser blocks notifications from this site/)).toBeVisible()
  await expect(notify).not.toBeChecked()
  await expect(notify).toBeDisabled()
})

test('a question that was closed unanswered switches nothing on, and can be asked again', async ({
  signUp,
  unique,
}) => {
  const { page } = await signUp(unique('jon'))
  await watchNotifications(page, 'default', 'default')
  const dialog = await openSettings(page, 'notifications')
  const notify = dialog.getByRole('switch', { name: SWITCH })
  await notify.click()
  await expect(dialog.getByText('The browser did not allow it, so nothing was switched on.')).toBeVisible()
  await expect(notify).not.toBeChecked()
  await expect(notify).toBeEnabled()
})

test('without https, or without notifications at all, the words say so', async ({ signUp, unique }) => {
  const { page } = await signUp(unique('joy'))
  const other = await page.context().newPage()
  await other.addInitScript(() => Object.defineProperty(globalThis, 'isSecureContext', { value: false }))
  const insecure = await openSettings(other, 'notifications')
  await expect(insecure.getByText('Notifications require a secure connection (HTTPS).')).toBeVisible()
  await expect(insecure.getByRole('switch', { name: SWITCH })).toBeDisabled()

  await page.addInitScript(() => Reflect.deleteProperty(globalThis, 'Notification'))
  const unsupported = await openSettings(page, 'notifications')
  await expect(unsupported.getByText('This browser can’t show notifications.')).toBeVisible()
})

test('single keys act while they are on, and not once they are off', async ({ signUp, unique }) => {
  const { page } = await signUp(unique('kay'))
  const dialog = await openSettings(page, 'shortcuts')
  const letters = dialog.getByRole('switch', { name: 'Single-key shortcuts' })
  const write = dialog.getByRole('listitem').filter({ hasText: 'Write a message' })
  await expect(letters).toBeChecked()
  await expect(write).toHaveText('Write a messagec')
  await page.keyboard.press('Escape')
  await expect(settingsOf(page)).toBeHidden()
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur())
  await page.keyboard.press('c')
  await expect(composer(page)).toBeFocused()

  await openSettings(page, 'shortcuts')
  await letters.press('Space')
  await expect(letters).not.toBeChecked()
  await expect(write).toHaveText('Write a messageOff')
  await expect(dialog.getByRole('listitem').filter({ hasText: 'New line' })).toHaveText('New lineShiftEnter')
  await page.keyboard.press('Escape')
  await expect(settingsOf(page)).toBeHidden()
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur())
  await page.keyboard.press('c')
  await page.keyboard.press('g')
  await page.keyboard.press('t')
  await expect(composer(page)).not.toBeFocused()
  await expect(page).toHaveURL(/\/home$/)
})
