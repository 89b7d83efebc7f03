/**
 * `npm run bench:feed`: the budgets of the feed in a real browser (docs/rules/interface.md#budgets), with 500 messages
 * shown. The product's web app has to be built. `--throttle 4` slows the browser's processor down.
 *
 * Absolute figures: they are of this machine in this hour.
 */
import { parseArgs } from 'node:util'
import { openFeed } from './feed.ts'
import { line } from './figures.ts'
import { measureArrivals, measureBurst, measureHeap, measureKeys, measurePrepend } from './measures.ts'

const { values } = parseArgs({ options: { throttle: { type: 'string', default: '1' } } })

const measures = [measurePrepend, measureArrivals, measureKeys, measureBurst, measureHeap]

const feed = await openFeed(Number(values.throttle))
try {
  for (const measure of measures) {
    for (const figure of await measure(feed)) process.stdout.write(`${line(figure)}\n`)
  }
} finally {
  await feed.close()
}
