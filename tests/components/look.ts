/** How a screen looks in the browser: whether its animations have ended, and what axe finds. */
import axe from 'axe-core'
import { expect } from 'vitest'
import { commands, type Locator } from 'vitest/browser'

const WCAG = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22a', 'wcag22aa']

/** No violation of WCAG 2.2 A and AA, in either theme. Takes half a second: call it once for a screen or state. */
export async function expectAccessible(): Promise<void> {
  await settle()
  await expectNoBreach({ runOnly: WCAG })
  // the themes differ only in their colours
  await show('dark')
  await expectNoBreach({ runOnly: { type: 'rule', values: ['color-contrast'] } })
  await show('light')
}

/** Changes the theme without a transition, which would delay each test twice. */
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

/** Whether a click on its middle reaches it: nothing overlaps it. */
export function isReachable(locator: Locator): boolean {
  const element = locator.element()
  const { left, top, width, height } = element.getBoundingClientRect()
  return element.contains(document.elementFromPoint(left + width / 2, top + height / 2))
}

/** By how many pixels the page is wider than the window. */
export function overflow(): number {
  return document.documentElement.scrollWidth - window.innerWidth
}

/** The computed value of a colour token of the theme. */
export function colorOf(token: string): string {
  const probe = document.createElement('span')
  probe.style.backgroundColor = `var(--${token})`
  document.body.append(probe)
  const { backgroundColor } = getComputedStyle(probe)
  probe.remove()
  return backgroundColor
}

/** Waits until animations and transitions have ended, including those that a change just made will start. */
export async function settle(): Promise<void> {
  // an ended transition can start those of inherited properties
  for (let ending: Animation[] | null = null; ending === null || ending.length > 0;) {
    await frames()
    ending = moving()
    await Promise.all(ending.map((one) => one.finished.catch(() => null)))
  }
}

/** Two frames: in the second one the transitions of a change just made have started. */
async function frames(): Promise<void> {
  for (let count = 0; count < 2; count += 1) await new Promise((resolve) => requestAnimationFrame(resolve))
}

function moving(): Animation[] {
  return document
    .getAnimations()
    .filter((one) => one.playState === 'running')
    .filter((one) => one.effect?.getComputedTiming().endTime !== Infinity)
}
