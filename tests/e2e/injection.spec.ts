/** Texts that try to become script stay texts, in every place that shows them or hands them on. */
import { AGENT_BIO_MAX_CHARS } from '@flockwork/contract/limits'
import { nameProblem } from '@flockwork/contract/text/names'
import type { Page } from '@playwright/test'
import { callAs, post } from './calls.ts'
import { makeAdministrator } from './database.ts'
import { expect, test } from './fixtures.ts'
import { act, article, meet } from './meeting.ts'
import { setVisibility, shownOn, watchNotifications } from './notices.ts'
import { openSettings } from './settings-page.ts'
import { raiseAlarm } from './injection/alarm.ts'
import { ONE_OF_EACH, TEXTS } from './injection/corpus.ts'

const feed = (page: Page) => page.getByRole('region', { name: 'Messages', exact: true })

test('as messages: none of them runs, and each is there to be read', async ({ signUp, unique, product }) => {
  test.slow()
  const { page } = await signUp(unique('mal'))
  const alarm = await raiseAlarm(page.context(), product.url)
  const posted = new Map<string, string>()
  for (const content of TEXTS) posted.set(await post(page, content), content)
  await page.reload()
  await expect(feed(page).getByRole('article').first()).toBeVisible()
  await feed(page).hover()

  const seen = new Map<string, string>()
  const older = page.getByRole('button', { name: 'Load older messages' })
  const begin = page.getByText('The first message of this space.')
  const scrolled = () => feed(page).evaluate(({ scrollTop }) => scrollTop)
  for (let isTop = false; !isTop;) {
    for (const [id, text] of await shownMessages(page)) seen.set(id, text)
    await alarm.expectSilence(page, `the feed, ${seen.size} messages up`)
    await page.mouse.wheel(0, -500)
    await nextFrames(page)
    if ((await scrolled()) > 0) continue
    isTop = await begin.isVisible()
    if (isTop) continue
    await older.click()
    // what was at the top keeps its place below what has come
    await expect.poll(scrolled).toBeGreaterThan(0)
  }
  expect([...posted].filter(([id]) => !seen.has(id))).toEqual([])
  expect([...seen].filter(([, text]) => text.trim() === '')).toEqual([])
})

test('as names of spaces and people, and what is said about them', async ({ signUp, unique, product }) => {
  test.slow()
  const { page, name } = await signUp(unique('nam'))
  const alarm = await raiseAlarm(page.context(), product.url)
  // who may have as many spaces as there are ideas
  await makeAdministrator(product, name)
  const names = ONE_OF_EACH.filter((text) => [...text].length <= 80 && nameProblem(text) === null)
  for (const text of names) {
    await callAs(page, 'PATCH', '/auth/me', { full_name: text })
    await callAs(page, 'POST', '/api/organizations/create', {
      name: text,
      visibility: 'public',
      description: text,
    })
  }

  await page.goto('/spaces?tab=mine')
  for (const text of names) {
    await expect(page.getByRole('button', { name: `Open ${text}`, exact: true })).toBeVisible()
  }
  await alarm.expectSilence(page, 'the list of spaces')
  await page.getByRole('button', { name: /^Space: / }).click()
  await expect(page.getByRole('menuitem').nth(names.length)).toBeVisible()
  await alarm.expectSilence(page, 'the switcher')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('dialog', { name: 'Go to or do' })).toBeVisible()
  await page.keyboard.type('hit()')
  await expect(page.getByRole('option').nth(5)).toBeVisible()
  await alarm.expectSilence(page, 'the palette')
  await page.keyboard.press('Escape')

  for (const text of names.slice(0, 5)) {
    await page.goto('/spaces?tab=mine')
    await page.getByRole('button', { name: `Open ${text}`, exact: true }).click()
    await expect(page.getByText(`Switched to ${text}`)).toBeVisible()
    await alarm.expectSilence(page, `the toast of ${text}`)
  }
  await page.goto('/spaces?settings=profile')
  await expect(page.getByRole('dialog', { name: 'Settings' })).toBeVisible()
  await alarm.expectSilence(page, 'the settings')
})

test('as bios of agents and names of teams', async ({ signUp, unique, product }) => {
  test.slow()
  const { page, name } = await signUp(unique('bio'))
  const alarm = await raiseAlarm(page.context(), product.url)
  // who may have as many agents as there are ideas
  await makeAdministrator(product, name)
  const bios = packed(ONE_OF_EACH, AGENT_BIO_MAX_CHARS)
  const names = ONE_OF_EACH.filter((text) => [...text].length <= 40 && nameProblem(text) === null)
  const handle = unique('mark')
  const { agent } = await callAs<{ agent: { id: string } }>(page, 'POST', '/auth/agents/register', {
    agent_name: handle,
  })
  const teams: string[] = []
  for (const text of names) {
    const body = { name: text, description: text, color: 'teal' }
    teams.push((await callAs<{ id: string }>(page, 'POST', '/api/teams', body)).id)
  }
  await callAs(page, 'PUT', `/api/agents/${agent.id}/team`, { team_id: teams[0] })

  await page.goto('/agents')
  for (const text of names)
    await expect(page.getByRole('button', { name: `${text}, ` }).first()).toBeVisible()
  await alarm.expectSilence(page, 'the teams')
  await page.getByRole('button', { name: `${names[0]}, 1 agent` }).click()
  await page.getByRole('button', { name: /^Edit / }).click()
  await expect(page.getByRole('dialog').getByRole('textbox').first()).toHaveValue(names[0] ?? '')
  await alarm.expectSilence(page, 'the dialog of a team')

  for (const bio of bios) {
    await callAs(page, 'PUT', `/auth/agents/${agent.id}`, { bio })
    await page.goto(`/agents?agent=${handle}`)
    await expect(page.getByText('Agent Bio/Description')).toBeVisible()
    await alarm.expectSilence(page, `the dashboard with ${bio}`)
  }
  await page.goto('/')
  await page.getByRole('textbox', { name: 'Message', exact: true }).fill(`@${handle.slice(0, 6)}`)
  await expect(page.getByRole('option').filter({ hasText: handle })).toBeVisible()
  await alarm.expectSilence(page, 'the names to mention')
})

test('in addresses', async ({ signUp, unique, product }) => {
  test.slow()
  const { page } = await signUp(unique('adr'))
  const alarm = await raiseAlarm(page.context(), product.url)
  const all = `"'><img src=x onerror=hit()><script>hit()</script>`
  const script = 'javascript:hit()'
  for (const path of [
    `/?error=${all}`,
    `/?token=${all}&username=${all}`,
    `/?next=${script}`,
    `/?settings=${all}`,
    `/m/${encodeURIComponent(all)}`,
    `/agents?agent=${all}`,
    `/search?q=${all}`,
    `/spaces?tab=${all}`,
    `/help?q=${all}`,
    `/help/${encodeURIComponent(all)}`,
    `/inbox?tab=${all}`,
    `/oauth/token?token=${all}`,
    `/oauth/success?next=${script}`,
    `/reset#token=${all}`,
    `/#${all}`,
    `/#${script}`,
    `/${encodeURIComponent(all)}`,
  ]) {
    await page.goto(path)
    await expect(page.getByRole('heading').or(page.getByRole('main')).first()).toBeVisible()
    await nextFrames(page)
    await alarm.expectSilence(page, path)
  }
})

test('handed on: in replies, edits, the inbox, notifications, search and the clipboard', async ({
  signUp,
  unique,
  product,
}) => {
  test.slow()
  const { page: ana } = await signUp(unique('ana'))
  const { page: bob, name } = await signUp(unique('bob'))
  const alarms = [
    await raiseAlarm(ana.context(), product.url),
    await raiseAlarm(bob.context(), product.url),
  ] as const
  await meet(ana, bob)
  await watchNotifications(bob, 'granted')
  const settings = await openSettings(bob, 'notifications')
  await settings.getByRole('switch', { name: 'Notify me when someone mentions me' }).press('Space')
  await bob.keyboard.press('Escape')

  await setVisibility(bob, 'hidden')
  for (const text of ONE_OF_EACH) await post(ana, `@${name} heron ${text}`)
  await expect.poll(async () => (await shownOn(bob)).length).toBe(ONE_OF_EACH.length)
  await alarms[1].expectSilence(bob, 'the title and the notifications')
  await bob.goto('/inbox')
  await expect(bob.getByText('heron').nth(5)).toBeVisible()
  await alarms[1].expectSilence(bob, 'the inbox')
  for (const query of ['heron', 'script', 'onerror hit', '"javascript:hit()"']) {
    await bob.goto(`/search?q=${encodeURIComponent(query)}&size=100`)
    await expect(bob.locator('main mark').first()).toBeVisible()
    await alarms[1].expectSilence(bob, `the results of ${query}`)
  }

  await ana.goto('/')
  await post(ana, `emu ${EVERYTHING}`)
  await act(article(ana, 'emu').last(), 'Edit')
  await ana.getByRole('textbox', { name: 'Edit message' }).fill(`edited ${EVERYTHING}`)
  await ana.keyboard.press('Enter')
  await article(ana, 'edited')
    .getByRole('button', { name: /^edited/ })
    .click()
  await expect(ana.getByRole('dialog').getByText('onerror')).toBeVisible()
  await alarms[0].expectSilence(ana, 'the earlier texts')
  await ana.keyboard.press('Escape')
  await act(article(ana, 'edited').last(), 'Reply')
  await alarms[0].expectSilence(ana, 'the reply box')
  await ana.keyboard.press('Escape')
  await act(article(ana, 'edited').last(), 'Copy text')
  const types = await ana.evaluate(async () =>
    (await navigator.clipboard.read()).flatMap(({ types: all }) => all),
  )
  expect(types).toEqual(['text/plain'])
  expect(await ana.evaluate(() => navigator.clipboard.readText())).toBe(`edited ${EVERYTHING}`)
  await act(article(ana, 'edited').last(), 'Delete')
  await expect(ana.getByRole('dialog').or(ana.getByRole('alertdialog'))).toBeVisible()
  await alarms[0].expectSilence(ana, 'the question before a deletion')
})

const EVERYTHING = `"'><img src=x onerror=hit()><script>hit()</script>[click](javascript:hit()) \`<svg onload=hit()>\``

/** The texts, as many after each other as fit into `max` characters. */
function packed(texts: readonly string[], max: number): string[] {
  const packs: string[] = []
  for (const text of texts) {
    const longer = [packs.at(-1), text].filter(Boolean).join(' ')
    if ([...longer].length <= max) packs.splice(-1, 1, longer)
    else if ([...text].length <= max) packs.push(text)
  }
  return packs
}

/** The messages that stand in the page, each with the text it shows. */
function shownMessages(page: Page): Promise<[string, string][]> {
  return feed(page)
    .getByRole('article')
    .evaluateAll((rows) =>
      rows.map((row): [string, string] => [
        row.closest('[data-row]')?.getAttribute('data-row') ?? '',
        row.querySelector('[dir="auto"]')?.textContent ?? '',
      ]),
    )
}

/** Until what was scrolled is drawn. */
function nextFrames(page: Page): Promise<void> {
  return page.evaluate(
    () => new Promise<void>((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve()))),
  )
}
