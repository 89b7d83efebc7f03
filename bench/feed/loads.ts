/** What a reader notices during a page load: layout shifts, and rows that change after they first appear. */
import type { Page } from '@playwright/test'
import { openSpace, type Feed } from './feed.ts'
import type { Figure } from './figures.ts'
import type { Watched } from './watch-load.ts'

const LOADS = 5
/** The delay, in one of the loads, of the chunks that render texts. */
const SLOW_MS = 400
/** A load is complete by then. */
const SETTLED_MS = 2_500

/** Loads the feed repeatedly, the last time with a delay for the chunks that render texts. */
export async function measureLoads(feed: Feed): Promise<Figure[]> {
  const page = await feed.openWatched()
  const shifts: number[] = []
  for (let load = 1; load <= 2; load += 1) {
    await page.reload()
    await page.waitForTimeout(SETTLED_MS)
    shifts.push(await page.evaluate(() => (window as unknown as { watched: Watched }).watched.shift))
  }
  await openSpace(page)
  await page.getByRole('article').first().waitFor()
  let changed = 0
  for (let load = 1; load <= LOADS; load += 1) {
    if (load === LOADS) await slowDown(page)
    await page.reload()
    await page.waitForFunction(() => (window as unknown as { watched: Watched }).watched.first !== null)
    await page.waitForTimeout(SETTLED_MS)
    const seen = await page.evaluate(() => {
      const { shift, first, rows } = (window as unknown as { watched: Watched }).watched
      return { shift, first: first ?? {}, last: rows() }
    })
    shifts.push(seen.shift)
    changed += Object.keys(seen.first).filter((key) => seen.first[key] !== seen.last[key]).length
  }
  await page.context().close()
  return [
    // below a thousandth, it is a digit in the sidebar
    { what: 'layout shift of a load', unit: '‰', value: Math.floor(1000 * Math.max(...shifts)), limit: 0 },
    { what: 'rows that change after they are first seen', unit: 'rows', value: changed, limit: 0 },
  ]
}

async function slowDown(page: Page): Promise<void> {
  await page.route(/\/(markdown|highlight)-[^/]*\.js$/, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, SLOW_MS))
    await route.continue()
  })
}
