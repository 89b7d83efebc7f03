/** What only the browser can say of a screen: whether it has come to rest, and what axe finds. */
import axe from 'axe-core'
import { expect } from 'vitest'
import { commands, type Locator } from 'vitest/browser'

const WCAG = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22a', 'wcag22aa']

/** No breach of WCAG 2.2 A and AA, in either theme. Costs half a second: once for a screen or state. */
export async function expectAccessible(): Promise<void> {
  await settle()
  await expectNoBreach({ runOnly: WCAG })
  // the themes differ in their colours and in nothing else
  await show('dark')
  await expectNoBreach({ runOnly: { type: 'rule', values: ['color-contrast'] } })
  await show('light')
}

/** Changes the theme at once: the colours' way from one to the other would be waited for twice in each test. */
async function show(colorScheme: 'light' | 'dark'): Promise<void> {
  await commands.emulate({ colorScheme, reducedMotion: 'reduce' })
  await frames()
  for (const one of moving()) one.finish()
  await settle()
}

async function expectNoBreach(options: axe.RunOptions): Promise<void> {
  const { violations } = await axe.run(document, { ...options, resultTypes: ['violations'] })
  expect(
    violations.map(({ id, nodes }) => ({ id, where: nodes.map(({ target }) => target.join(' ')) })),
  ).toEqual([])
}

/** Whether a press on the middle of it reaches it: nothing lies over it. */
export function isReachable(locator: Locator): boolean {
  const element = locator.element()
  const { left, top, width, height } = element.getBoundingClientRect()
  return element.contains(document.elementFromPoint(left + width / 2, top + height / 2))
}

/** How many pixels the page is wider than its window. */
export function overflow(): number {
  return document.documentElement.scrollWidth - window.innerWidth
}

/** What a colour of the theme is on this page, as computed styles say it. */
export function colorOf(token: string): string {
  const probe = document.createElement('span')
  probe.style.backgroundColor = `var(--${token})`
  document.body.append(probe)
  const { backgroundColor } = getComputedStyle(probe)
  probe.remove()
  return backgroundColor
}

/** What fades or slides has come to rest, what a change just made begins to move too. */
export async function settle(): Promise<void> {
  // what has come to rest can set in motion what inherits from it
  for (let ending: Animation[] | null = null; ending === null || ending.length > 0;) {
    await frames()
    ending = moving()
    await Promise.all(ending.map((one) => one.finished.catch(() => null)))
  }
}

/** Two: in the second one a change just made has begun to move. */
async function frames(): Promise<void> {
  for (let count = 0; count < 2; count += 1) await new Promise((resolve) => requestAnimationFrame(resolve))
}

function moving(): Animation[] {
  return document
    .getAnimations()
    .filter((one) => one.playState === 'running')
    .filter((one) => one.effect?.getComputedTiming().endTime !== Infinity)
}
