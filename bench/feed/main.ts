/**
 * `npm run bench:feed`: the budgets of the feed in a real browser (the interface's section 10), with 500
 * messages shown. The product's web app has to be built. `--throttle 4` slows the browser's processor down.
 *
 * Absolute figures: they are of this machine in this hour.
 */
import { parseArgs } from 'node:util'
import { openFeed } from './feed.ts'
import { line, type Figure } from './figures.ts'
import { measureArrivals, measureBurst, measureHeap, measureKeys, measurePrepend } from './measures.ts'

const { values } = parseArgs({ options: { throttle: { type: 'string', default: '1' } } })

const feed = await openFeed(Number(values.throttle))
try {
  const figures: Figure[] = [
    ...(await measurePrepend(feed)),
    ...(await measureArrivals(feed)),
    ...(await measureKeys(feed)),
    ...(await measureBurst(feed)),
    ...(await measureHeap(feed)),
  ]
  for (const figure of figures) process.stdout.write(`${line(figure)}\n`)
} finally {
  await feed.close()
}
