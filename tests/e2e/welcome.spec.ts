/** What a newcomer meets: the welcome dialog, and Chirpy's banner over the feed of the personal space. */
import type { Page } from '@playwright/test'
import { callAs, createSpace, setDisabled } from './calls.ts'
import { DESKTOP, PHONE, expect, expectAccessible, fillSignUp, test } from './fixtures.ts'
import { composer } from './meeting.ts'
import { signIn } from './settings-page.ts'

const PASSWORD = 'a long enough password'
const SEEN = 'ax_production_onboarding_seen_v1'
const SIZES = { desktop: DESKTOP, phone: PHONE }

const welcomeOf = (page: Page) => page.getByRole('dialog', { name: 'Welcome to Flockwork' })
const sayHi = (page: Page) => welcomeOf(page).getByRole('button', { name: 'Say hi to Chirpy' })
const bannerOf = (page: Page) => page.getByRole('region', { name: 'Chirpy, your guide' })
const iconOf = (page: Page) => page.getByRole('button', { name: 'Show Chirpy tips' })
const closeOf = (page: Page) => page.getByRole('button', { name: 'Close Chirpy tips' })
const feedOf = (page: Page) => page.getByRole('region', { name: 'Messages', exact: true })

async function logOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page.getByRole('button', { name: 'Sign in', exact: true })).toBeVisible()
}

/** Goes to a space that was made by a call: the page learns of it with its next load. */
async function switchTo(page: Page, name: string): Promise<void> {
  await page.reload()
  await page.getByRole('button', { name: /Switch space$/ }).click()
  await page.getByRole('menuitem', { name }).click()
  await expect(page.getByText(`Switched to ${name}`)).toBeVisible()
}

/** The messages of the space on screen, as the server has them. */
async function contents(page: Page): Promise<string[]> {
  const { posts } = await callAs<{ posts: { content: string }[] }>(page, 'GET', '/auth/messages')
  return posts.map(({ content }) => content)
}

test.describe('the welcome dialog', () => {
  test('appears after the first sign-in of each user of a device, until they dismiss it', async ({
    visit,
    signUp,
    unique,
  }) => {
    test.slow()
    const other = await signUp(unique('old'))
    const page = await visit({ isNew: true })
    const newcomer = unique('new')
    await fillSignUp(page, newcomer)
    await expect(welcomeOf(page)).toBeVisible()
    await expect(sayHi(page)).toBeFocused()
    await expect(welcomeOf(page)).toContainText('people and AI agents')
    await expect(welcomeOf(page)).toContainText('Mention someone with @')
    await expect(welcomeOf(page)).toContainText('Chirpy, the guide')

    // a load that came before it was dismissed changes nothing
    await page.reload()
    await expect(welcomeOf(page)).toBeVisible()
    await welcomeOf(page).getByRole('button', { name: 'Close' }).click()
    await expect(welcomeOf(page)).toBeHidden()
    await expect(composer(page)).toHaveValue('')
    expect(await contents(page)).toEqual([])

    await page.reload()
    await expect(composer(page)).toBeVisible()
    await expect(welcomeOf(page)).toBeHidden()

    await logOut(page)
    await signIn(page, other.name, PASSWORD)
    await expect(welcomeOf(page)).toBeVisible()
    await welcomeOf(page).getByRole('button', { name: 'Close' }).click()
    await logOut(page)
    await signIn(page, newcomer, PASSWORD)
    await expect(composer(page)).toBeVisible()
    await expect(welcomeOf(page)).toBeHidden()
  })

  test('writes a first message to Chirpy, and leaves sending it to the person', async ({ visit, unique }) => {
    const page = await visit({ isNew: true })
    await fillSignUp(page, unique('hi'))
    await sayHi(page).click()
    await expect(welcomeOf(page)).toBeHidden()
    await expect(composer(page)).toHaveValue('@chirpy hi')
    await expect(composer(page)).toBeFocused()
    expect(await contents(page)).toEqual([])

    await page.keyboard.press('Enter')
    await expect(feedOf(page).getByText('Hello. I am Chirpy, the guide of this workspace.')).toBeVisible()
  })

  test('leads from another space to the personal one, where it writes', async ({ signUp, unique }) => {
    const { page, name } = await signUp(unique('far'))
    test.slow()
    await createSpace(page, 'Field Lab')
    await switchTo(page, 'Field Lab')
    await page.evaluate((key) => localStorage.removeItem(key), SEEN)
    await page.goto('/agents')

    await sayHi(page).click()
    await expect(page.getByText(`Switched to ${name}'s Workspace`)).toBeVisible()
    await expect(page).toHaveURL('/home')
    await expect(composer(page)).toHaveValue('@chirpy hi')
    await expect(composer(page)).toBeFocused()
    expect(await contents(page)).toEqual([])
  })

  test('waits for a window that was asked for, and stays away where its flag is off', async ({
    visit,
    unique,
  }) => {
    const page = await visit({ isNew: true })
    await page.evaluate(() => localStorage.setItem('ax_production_welcome_enabled', 'false'))
    await fillSignUp(page, unique('off'))
    await expect(composer(page)).toBeVisible()
    await page.reload()
    await expect(composer(page)).toBeVisible()
    await expect(welcomeOf(page)).toBeHidden()

    await page.evaluate(() => localStorage.removeItem('ax_production_welcome_enabled'))
    await page.goto('/home?settings=profile')
    const settings = page.getByRole('dialog', { name: 'Settings' })
    await expect(settings).toBeVisible()
    await expect(welcomeOf(page)).toBeHidden()
    await settings.getByRole('button', { name: 'Close' }).click()
    await expect(welcomeOf(page)).toBeVisible()
  })
})

test.describe("Chirpy's banner", () => {
  test('stands over the feed of a personal space until its user dismisses it; the icon brings it back', async ({
    signUp,
    unique,
  }) => {
    test.slow()
    const bo = await signUp(unique('bo'))
    const { page, name } = await signUp(unique('ana'))
    await expect(bannerOf(page)).toBeVisible()
    await expect(iconOf(page)).toBeHidden()
    await expect(bannerOf(page).getByRole('group').getByRole('button')).toHaveText([
      'Say hi',
      'Give me a tour',
      'Show the docs',
      'Connect my own MCP agent',
    ])

    await closeOf(page).click()
    await expect(bannerOf(page)).toBeHidden()
    await expect(iconOf(page)).toBeFocused()
    await page.reload()
    await expect(iconOf(page)).toBeVisible()
    await expect(bannerOf(page)).toBeHidden()

    // dismissed by her, not by who signs in after her; and her choice outlives her logout
    await logOut(page)
    await signIn(page, bo.name, PASSWORD)
    await expect(bannerOf(page)).toBeVisible()
    await logOut(page)
    await signIn(page, name, PASSWORD)
    await expect(iconOf(page)).toBeVisible()
    await expect(bannerOf(page)).toBeHidden()

    await iconOf(page).press('Enter')
    await expect(bannerOf(page).getByRole('button', { name: 'Say hi' })).toBeFocused()
    await expect(iconOf(page)).toBeHidden()
    await page.reload()
    await expect(bannerOf(page)).toBeVisible()
  })

  test('shows in no other space until its icon is pressed there', async ({ signUp, unique }) => {
    const { page } = await signUp(unique('cy'))
    await createSpace(page, 'Field Lab')
    await switchTo(page, 'Field Lab')
    await expect(iconOf(page)).toBeVisible()
    await expect(bannerOf(page)).toBeHidden()

    await iconOf(page).click()
    await expect(bannerOf(page)).toBeVisible()
    await closeOf(page).click()
    await expect(bannerOf(page)).toBeHidden()
    // which dismissed nothing at home
    const stored = await page.evaluate(() =>
      Object.keys(localStorage).filter((key) => key.includes('banner')),
    )
    expect(stored).toEqual([])
  })

  test('its prompts ask Chirpy, who answers each', async ({ signUp, unique }) => {
    test.slow()
    const { page } = await signUp(unique('dee'))
    const answers = [
      { prompt: 'Say hi', says: 'Hello. I am Chirpy, the guide of this workspace.' },
      { prompt: 'Give me a tour', says: 'A short tour' },
      { prompt: 'Show the docs', says: 'I know these help articles:' },
      { prompt: 'Connect my own MCP agent', says: 'Connecting an MCP client' },
    ]
    for (const { prompt, says } of answers) {
      await bannerOf(page).getByRole('button', { name: prompt }).click()
      await expect(feedOf(page).getByText(says).last()).toBeInViewport()
    }
    // the last answer's words stand in an earlier one too
    const asked = async () => (await contents(page)).filter((content) => content.startsWith('@chirpy'))
    await expect.poll(asked).toHaveLength(answers.length)
  })

  test('one press asks once, however often the chip is pressed meanwhile', async ({ signUp, unique }) => {
    const { page } = await signUp(unique('eli'))
    let release = () => {}
    const held = new Promise<void>((resolve) => (release = resolve))
    await page.route('**/auth/messages', async (route) => {
      if (route.request().method() === 'POST') await held
      await route.continue()
    })
    const hi = bannerOf(page).getByRole('button', { name: 'Say hi' })
    await hi.click()
    await hi.click({ force: true })
    await bannerOf(page).getByRole('button', { name: 'Give me a tour' }).click({ force: true })
    release()
    await expect(feedOf(page).getByText('Hello. I am Chirpy')).toBeVisible()
    expect((await contents(page)).filter((content) => content.startsWith('@chirpy'))).toEqual(['@chirpy hi'])
  })

  test('goes while Chirpy is switched off, and so does its icon', async ({ signUp, unique }) => {
    const { page } = await signUp(unique('fay'))
    await expect(bannerOf(page)).toBeVisible()
    await setDisabled(page, 'chirpy', true)
    await page.evaluate(() => window.dispatchEvent(new Event('focus')))
    await expect(bannerOf(page)).toBeHidden()
    await expect(iconOf(page)).toBeHidden()

    // kept: a page that can't ask knows it too
    await page.route('**/auth/agents?*', (route) => route.abort())
    await page.reload()
    await expect(composer(page)).toBeVisible()
    await expect(page.getByRole('banner')).toContainText("'s Workspace")
    await expect(bannerOf(page)).toBeHidden()
    await expect(iconOf(page)).toBeHidden()
    await page.unroute('**/auth/agents?*')

    await setDisabled(page, 'chirpy', false)
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
    await expect(bannerOf(page)).toBeVisible()

    await closeOf(page).click()
    await expect(iconOf(page)).toBeVisible()
    await setDisabled(page, 'chirpy', true)
    await page.reload()
    await expect(composer(page)).toBeVisible()
    await expect(iconOf(page)).toBeHidden()
  })
})

for (const [sizeName, size] of Object.entries(SIZES)) {
  test(`the welcome and the banner are accessible, ${sizeName}`, async ({ visit, unique }) => {
    const page = await visit({ size, isNew: true })
    await fillSignUp(page, unique('gus'))
    await expect(sayHi(page)).toBeVisible()
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await expect(welcomeOf(page)).toBeHidden()

    await expect(bannerOf(page)).toBeVisible()
    await expectAccessible(page)
    await closeOf(page).click()
    await expect(iconOf(page)).toBeVisible()
    await expectAccessible(page)
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
    expect(overflow).toBeLessThanOrEqual(0)
  })
}
