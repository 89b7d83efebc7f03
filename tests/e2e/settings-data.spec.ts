/** One's own data in the settings: a copy of it, and the end of the account. */
import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { callAs, post } from './calls.ts'
import { expect, test } from './fixtures.ts'
import { openSettings, signIn } from './settings-page.ts'

const PASSWORD = 'a long enough password'

const questionOf = (page: Page) => page.getByRole('dialog', { name: 'Delete your account?' })

/** Somebody else who is the administrator: the first account of an instance is. */
const administrator = (visitors: {
  signUp: (name: string) => Promise<unknown>
  unique: (stem: string) => string
}) => visitors.signUp(visitors.unique('boss'))

test('the download is a file with everything one wrote', async ({ signUp, unique }) => {
  const { page, name } = await signUp(unique('mia'))
  await post(page, 'the one thing I ever said')
  const broken: string[] = []
  page.on('console', (message) => {
    if (message.text().includes('Content Security Policy')) broken.push(message.text())
  })
  const dialog = await openSettings(page, 'data')
  const saved = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Download your data' }).press('Enter')
  const download = await saved
  await expect(dialog.getByText(/^Flockwork \d+\.\d+\.\d+/)).toBeVisible()
  const file = download.suggestedFilename()
  expect(file).toMatch(new RegExp(`^flockwork-${name}-\\d{4}-\\d\\d-\\d\\d\\.json$`))
  await expect(dialog.getByText(`Saved as ${file}`)).toBeVisible()

  const data = JSON.parse(await readFile(await download.path(), 'utf8')) as Record<string, unknown>
  expect(data).toMatchObject({
    profile: { username: name, email: `${name}@example.org` },
    devices: [{ current: true }],
    messages: [{ content: 'the one thing I ever said' }],
  })
  expect(JSON.stringify(data)).not.toContain(PASSWORD)
  expect(broken).toEqual([])
})

test('a download that fails says so and can be tried again', async ({ signUp, unique }) => {
  const { page } = await signUp(unique('max'))
  const dialog = await openSettings(page, 'data')
  await page.context().setOffline(true)
  const button = dialog.getByRole('button', { name: 'Download your data' })
  await button.click()
  await expect(dialog.getByRole('alert')).toContainText('The server does not answer')
  await page.context().setOffline(false)
  const saved = page.waitForEvent('download')
  await button.click()
  await saved
})

test('an account is deleted by its password and its name, and nothing of it is left here', async ({
  signUp,
  visit,
  unique,
}) => {
  await administrator({ signUp, unique })
  const { page, name } = await signUp(unique('ned'))
  await page.evaluate(() => localStorage.setItem('darkMode', 'false'))
  const tab = await page.context().newPage()
  await tab.goto('/home')
  const userId = (await callAs<{ id: string }>(page, 'GET', '/auth/me')).id
  const dialog = await openSettings(page, 'data')
  await dialog.getByRole('button', { name: 'Delete account' }).click()
  const question = questionOf(page)
  await expect(question).toContainText('Your personal space is erased after 30 days.')
  await expect(question).toContainText('Deleted user')

  const password = question.getByLabel('Password', { exact: true })
  const confirm = question.getByRole('textbox', { name: `Type ${name} to confirm` })
  const act = question.getByRole('button', { name: 'Delete my account' })
  await password.fill('not the password')
  await act.click()
  await expect(question.getByText('This is not your username.')).toBeVisible()
  await expect(confirm).toBeFocused()
  await confirm.fill(name)
  await act.click()
  await expect(question.getByText('This is not your password')).toBeVisible()
  await expect(password).toBeFocused()
  await expect(confirm).toHaveValue(name)

  await password.fill(PASSWORD)
  await password.press('Enter')
  await expect(
    page.getByText('Your account was deleted. Nothing of it is left in this browser.'),
  ).toBeVisible()
  expect(new URL(page.url()).pathname + new URL(page.url()).search).toBe('/')
  await expect(tab.getByRole('textbox', { name: 'Message', exact: true })).toBeHidden()
  const left = await page.evaluate(() => Object.fromEntries(Object.entries(localStorage)))
  expect(JSON.stringify(left)).not.toContain(userId)
  expect(JSON.stringify(left)).not.toContain(name)
  expect(left['darkMode']).toBe('false')

  const elsewhere = await visit()
  await signIn(elsewhere, name, PASSWORD)
  await expect(elsewhere.getByText('Wrong username or password')).toBeVisible()
  // said once: the next person at this browser is not told
  await page.reload()
  await expect(page.getByText('Your account was deleted.')).toBeHidden()
})

test('without an answer the question stays with what was typed', async ({ signUp, unique }) => {
  await administrator({ signUp, unique })
  const { page, name } = await signUp(unique('oda'))
  const dialog = await openSettings(page, 'data')
  await dialog.getByRole('button', { name: 'Delete account' }).click()
  const question = questionOf(page)
  await question.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await question.getByRole('textbox', { name: `Type ${name} to confirm` }).fill(name)
  await page.context().setOffline(true)
  await question.getByRole('button', { name: 'Delete my account' }).click()
  await expect(question.getByRole('alert')).toContainText('The server does not answer')
  await expect(question.getByLabel('Password', { exact: true })).toHaveValue(PASSWORD)
  await page.context().setOffline(false)
  await page.keyboard.press('Escape')
  await expect(question).toBeHidden()
  await expect(dialog.getByRole('button', { name: 'Delete account' })).toBeFocused()
})
