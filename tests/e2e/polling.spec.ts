/** A network that blocks event streams: what others do still arrives, and nothing twice. */
import type { Page, Request } from '@playwright/test'
import { callAs, post } from './calls.ts'
import { expect, test } from './fixtures.ts'
import { agentOf, article, composer, meet, says } from './meeting.ts'
import { shownOn, watchNotifications } from './notices.ts'
import { openSettings } from './settings-page.ts'

const STREAM = '**/api/sse/messages*'
const isStream = (request: Request) => request.url().includes('/api/sse/messages')
/** The silent refetch requests longer pages. */
const isPoll = (request: Request) =>
  /\/auth\/messages\?.*since=.*limit=50|limit=50.*since=/.test(request.url())

/** Advances the clock until the page has polled for changes and got the response. */
async function nextPoll(page: Page): Promise<void> {
  const answer = page.waitForResponse((response) => isPoll(response.request()) && response.ok())
  await page.clock.runFor(5000)
  await answer
}

test("without a stream the feed polls, with one it doesn't; a flag turns polling off", async ({
  signUp,
  unique,
}) => {
  test.slow()
  const { page: ana } = await signUp(unique('ana'))
  const { page: bob } = await signUp(unique('bob'))
  const spaceId = await meet(ana, bob)
  const say = (text: string) => post(bob, text, spaceId)
  const askedId = await post(ana, 'what ana asks', spaceId)
  const [toEdit, toDelete] = [await say('a frst draft'), await say('a slip')]

  await ana.route(STREAM, (route) => route.abort())
  await ana.clock.install()
  await ana.reload()
  await expect(article(ana, 'a slip')).toBeVisible()
  // until the chunk is loaded and the stream has been down for 5 s
  await ana.clock.runFor(10_000)

  await say('said past the stream')
  await nextPoll(ana)
  await expect(article(ana, 'said past the stream')).toHaveCount(1)

  await callAs(bob, 'PUT', `/api/messages/${toEdit}`, { content: 'a first draft' })
  await callAs(bob, 'DELETE', `/api/messages/${toDelete}`)
  await callAs(bob, 'POST', `/posts/${askedId}/react`, { emoji: '🚀', add: true })
  await callAs(bob, 'POST', `/posts/${askedId}/reply`, { content: 'what bob answers' })
  await nextPoll(ana)
  await expect(article(ana, 'a first draft')).toBeVisible()
  await expect(article(ana, 'a frst draft')).toHaveCount(0)
  await expect(article(ana, 'a slip')).toHaveCount(0)
  const question = article(ana, 'what ana asks').first()
  await expect(question.getByRole('button', { name: /Ship it!.*1/ })).toBeVisible()
  await expect(ana.getByText('what bob answers')).toHaveCount(1)

  // own messages don't need a stream
  await composer(ana).fill('sent past the stream')
  await composer(ana).press('Enter')
  await expect(article(ana, 'sent past the stream').and(ana.locator(':not([aria-busy])'))).toHaveCount(1)

  let isBack = false
  ana.on('response', (response) => (isBack ||= isStream(response.request()) && response.ok()))
  await ana.unroute(STREAM)
  // repeatedly: an attempt that fails in the meantime starts another wait
  const waited = async () => {
    await ana.clock.fastForward(40_000)
    return isBack
  }
  await expect.poll(waited, { intervals: [3000], timeout: 60_000 }).toBe(true)
  await say('told by the stream')
  await expect(article(ana, 'told by the stream')).toHaveCount(1)
  let polls = 0
  ana.on('request', (request) => (polls += isPoll(request) ? 1 : 0))
  await ana.clock.runFor(20_000)
  await say('told by it again')
  await expect(article(ana, 'told by it again')).toHaveCount(1)
  expect(polls).toBe(0)
  for (const text of [
    'a first draft',
    'said past the stream',
    'sent past the stream',
    'told by the stream',
  ]) {
    await expect(article(ana, text)).toHaveCount(1)
  }
  await expect(question.getByRole('button', { name: /Ship it!.*1/ })).toBeVisible()

  let streams = 0
  ana.on('request', (request) => (streams += isStream(request) ? 1 : 0))
  await ana.evaluate(() => localStorage.setItem('ax_production_feature:sse_messages', 'false'))
  streams = 0
  await ana.reload()
  await expect(article(ana, 'told by it again')).toBeVisible()
  await nextPoll(ana)
  await say('without any stream')
  await nextPoll(ana)
  await expect(article(ana, 'without any stream')).toHaveCount(1)
  expect(streams).toBe(0)
})

test('without a stream, mentions, the state of own messages and working agents still arrive', async ({
  signUp,
  unique,
}) => {
  test.slow()
  const { page: ana, name } = await signUp(unique('ana'))
  const { page: bob, name: bobName } = await signUp(unique('bob'))
  const spaceId = await meet(ana, bob)
  const scout = unique('scout')
  const asScout = await agentOf(ana, scout)
  await watchNotifications(ana, 'granted')
  const dialog = await openSettings(ana, 'notifications')
  await dialog.getByRole('switch', { name: 'Notify me when someone mentions me' }).press('Space')
  await ana.keyboard.press('Escape')
  await expect(dialog).toBeHidden()

  await ana.route(STREAM, (route) => route.abort())
  await ana.clock.install()
  await ana.reload()
  await expect(composer(ana)).toBeVisible()
  await ana.clock.runFor(10_000)

  await says(ana, `@${scout} how many?`)
  const question = article(ana, 'how many?').first()
  await expect(question.getByText(`Waiting for @${scout}`)).toBeVisible()
  const { items } = await asScout<{ items: { message: { id: string } }[] }>('/api/inbox')
  await nextPoll(ana)
  await expect(ana.getByText(`${scout} is working on a reply`)).toBeVisible()
  await expect(question.getByText(`Waiting for @${scout}`)).toHaveCount(0)

  await asScout(`/posts/${items[0]?.message.id}/reply`, { content: `@${name} seven, as always` })
  await ana.getByRole('link', { name: 'Spaces', exact: true }).click()
  await expect(ana).toHaveURL(/spaces/)
  await nextPoll(ana)
  await expect
    .poll(async () => (await shownOn(ana)).map(({ title }) => title))
    .toEqual([`${scout} mentioned you`])
  await expect(ana.getByRole('link', { name: /^Inbox/ })).toHaveAccessibleName(/1/)

  const byBob = await post(bob, 'who looks at this?', spaceId)
  await nextPoll(ana)
  await callAs(bob, 'PUT', `/api/messages/${byBob}`, { content: `@${name} @${scout} who looks at this?` })
  await asScout('/api/inbox')
  await nextPoll(ana)
  await expect
    .poll(async () => (await shownOn(ana)).map(({ title }) => title))
    .toEqual([`${scout} mentioned you`, `${bobName} mentioned you`])
  await expect(ana.getByRole('link', { name: /^Inbox/ })).toHaveAccessibleName(/2/)

  await ana.getByRole('link', { name: /^Messages/ }).click()
  await expect(ana.getByText('seven, as always')).toBeVisible()
  await expect(question.getByText(`Answered by @${scout}`)).toBeVisible()
  await expect(ana.getByText(`${scout} is working on a reply`)).toBeVisible()
  await asScout(`/posts/${byBob}/reply`, { content: 'the scout does' })
  await nextPoll(ana)
  await expect(ana.getByText('the scout does')).toBeVisible()
  await expect(ana.getByText('is working on a reply')).toHaveCount(0)
})
