/** What only the browser can say of a screen: whether it has come to rest, and what axe finds. */
import axe from 'axe-core'
import { expect } from 'vitest'
import { commands } from 'vitest/browser'

const WCAG = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22a', 'wcag22aa']

/** No breach of WCAG 2.2 A and AA, in either theme. */
export async function expectAccessible(): Promise<void> {
  await settle()
  await expectNoBreach({ runOnly: WCAG })
  // the themes differ in their colours and in nothing else
  await commands.emulate({ colorScheme: 'dark', reducedMotion: 'reduce' })
  await settle()
  await expectNoBreach({ runOnly: { type: 'rule', values: ['color-contrast'] } })
  await commands.emulate({ colorScheme: 'light', reducedMotion: null })
  await settle()
}

async function expectNoBreach(options: axe.RunOptions): Promise<void> {
  const { violations } = await axe.run(document, { ...options, resultTypes: ['violations'] })
  expect(
    violations.map(({ id, nodes }) => ({ id, where: nodes.map(({ target }) => target.join(' ')) })),
  ).toEqual([])
}

/** How many pixels the page is wider than its window. */
export function overflow(): number {
  return document.documentElement.scrollWidth - window.innerWidth
}

/** What fades or slides has come to rest, what a change just made begins to move too. */
export async function settle(): Promise<void> {
  const moving = () =>
    document
      .getAnimations()
      .filter((one) => one.playState === 'running')
      .filter((one) => one.effect?.getComputedTiming().endTime !== Infinity)
  // what has come to rest can set in motion what inherits from it
  for (let ending: Animation[] | null = null; ending === null || ending.length > 0;) {
    for (let frames = 0; frames < 2; frames += 1) {
      await new Promise((resolve) => requestAnimationFrame(resolve))
    }
    ending = moving()
    await Promise.all(ending.map((one) => one.finished.catch(() => null)))
  }
}
