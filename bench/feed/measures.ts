/** The measures of the feed, each with its budget. */
import type { Locator } from '@playwright/test'
import { sample, type Feed } from './feed.ts'
import { quantile, type Figure } from './figures.ts'

const ARRIVALS = 100
const KEYS = 'the quick brown fox jumps over the lazy dog and comes back again'
const BURST_PER_SECOND = 50
const BURST_MS = 6_000

const pane = ({ page }: Feed): Locator => page.locator('[data-feed]')

/** Loads older messages until 500 are shown: no row may move on the screen. */
export async function measurePrepend(feed: Feed): Promise<Figure[]> {
  const shifts: number[] = []
  for (let pages = 0; pages < 4; pages += 1) {
    await wheelUp(feed, Number.POSITIVE_INFINITY)
    const button = feed.page.getByRole('button', { name: 'Load older messages' })
    const first = await firstRow(feed)
    await button.evaluate((element: HTMLElement) => element.click())
    await feed.page.waitForFunction(
      (key) => document.querySelector('[data-feed] [data-row]')?.getAttribute('data-row') !== key,
      first.key,
    )
    await nextFrames(feed)
    shifts.push(Math.abs((await topOf(feed, first.key)) - first.top))
  }
  return [
    {
      what: 'a page of 100 older messages moves the rows by',
      unit: 'px',
      value: Math.max(...shifts),
      limit: 0,
    },
  ]
}

/** One message at a time, at the end of a feed of 500. */
export async function measureArrivals(feed: Feed): Promise<Figure[]> {
  await feed.page.keyboard.press('End')
  const spent: number[] = []
  for (let number = 1; number <= ARRIVALS; number += 1) {
    const text = `arrival ${number}.`
    const before = await feed.spentMs()
    await feed.say(text)
    await lastRowSays(feed, text)
    await nextFrames(feed)
    spent.push((await feed.spentMs()) - before)
  }
  return [
    {
      what: 'an incoming message, all the page does for it, p50',
      unit: 'ms',
      value: quantile(spent, 0.5),
      limit: 4,
    },
    {
      what: 'an incoming message, all the page does for it, p95',
      unit: 'ms',
      value: quantile(spent, 0.95),
      limit: 16,
    },
  ]
}

/** Typing in the composer. */
export async function measureKeys(feed: Feed): Promise<Figure[]> {
  await feed.page.getByRole('textbox', { name: 'Message', exact: true }).focus()
  const spent: number[] = []
  for (const key of KEYS) {
    const before = await feed.spentMs()
    await feed.page.keyboard.press(key === ' ' ? 'Space' : key)
    await nextFrames(feed)
    spent.push((await feed.spentMs()) - before)
  }
  return [{ what: 'a key in the composer, p95', unit: 'ms', value: quantile(spent, 0.95), limit: 16 }]
}

/** Fifty messages a second while the reader has scrolled up: visible rows must not move. */
export async function measureBurst(feed: Feed): Promise<Figure[]> {
  await wheelUp(feed, 4_000)
  const read = await firstRow(feed)
  const before = await feed.spentMs()
  const shifts: number[] = []
  const started = performance.now()
  const sent: Promise<void>[] = []
  for (let number = 0; performance.now() - started < BURST_MS; number += 1) {
    sent.push(feed.say(sample(number)))
    const due = started + ((number + 1) * 1000) / BURST_PER_SECOND
    await new Promise((resolve) => setTimeout(resolve, Math.max(0, due - performance.now())))
    if (number % 25 === 0) shifts.push(Math.abs((await topOf(feed, read.key)) - read.top))
  }
  await Promise.all(sent)
  await nextFrames(feed)
  shifts.push(Math.abs((await topOf(feed, read.key)) - read.top))
  const busy = ((await feed.spentMs()) - before) / (performance.now() - started)
  return [
    {
      what: 'fifty messages a second move what is read by',
      unit: 'px',
      value: Math.max(...shifts),
      limit: 0,
    },
    { what: 'fifty messages a second keep the page busy', unit: '%', value: busy * 100, limit: 50 },
  ]
}

/** After 1,200 messages, of which 500 stay in memory. */
export async function measureHeap(feed: Feed): Promise<Figure[]> {
  await feed.page.keyboard.press('Escape')
  await feed.page.locator('[data-feed]').focus()
  await feed.page.keyboard.press('End')
  for (let number = 1; number <= 300; number += 1) await feed.say(sample(number))
  await feed.say('the last of all')
  await feed.page.getByText('the last of all').waitFor()
  await feed.devtools.send('HeapProfiler.collectGarbage')
  const { usedSize } = await feed.devtools.send('Runtime.getHeapUsage')
  const nodes = await feed.page.evaluate(() => document.querySelectorAll('*').length)
  return [
    { what: 'memory after 1,200 messages', unit: 'MB', value: usedSize / 1024 ** 2, limit: 30 },
    { what: 'elements after 1,200 messages', unit: 'nodes', value: nodes, limit: 3_000 },
  ]
}

/** Scrolls by wheel, by an amount or to the list's start, until the list stops moving. */
async function wheelUp(feed: Feed, px: number): Promise<void> {
  const top = () => pane(feed).evaluate(({ scrollTop }) => scrollTop)
  await pane(feed).hover()
  const until = Math.max(0, (await top()) - px)
  for (let now = await top(), last = -1; now > until || now !== last; now = await top()) {
    last = now
    if (now > until) await feed.page.mouse.wheel(0, Math.max(until - now, -2_000))
    await nextFrames(feed)
  }
}

/** The first row that is completely in view. */
function firstRow(feed: Feed): Promise<{ key: string; top: number }> {
  return pane(feed).evaluate((element) => {
    const edge = element.getBoundingClientRect().top
    for (const row of element.querySelectorAll('[data-row]')) {
      const { top } = row.getBoundingClientRect()
      if (top >= edge) return { key: row.getAttribute('data-row') ?? '', top }
    }
    throw new Error('No row is in sight')
  })
}

function topOf(feed: Feed, key: string): Promise<number> {
  return feed.page.locator(`[data-row="${key}"]`).evaluate((row) => row.getBoundingClientRect().top)
}

/** Polled from outside: a waiting locator searches the whole page in each frame, which would be measured, too. */
async function lastRowSays(feed: Feed, text: string): Promise<void> {
  const isThere = () =>
    pane(feed).evaluate(
      (element, said) => [...element.querySelectorAll('[data-row]')].at(-1)?.textContent.includes(said),
      text,
    )
  while (!(await isThere())) await nextFrames(feed)
}

export function nextFrames({ page }: Feed): Promise<void> {
  return page.evaluate(
    () => new Promise<void>((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve()))),
  )
}
