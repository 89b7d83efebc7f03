/**
 * `npm run bench:feed`: the budgets of the feed, and of the tasks, in a real browser (docs/rules/interface.md#budgets),
 * with 500 of them shown. The web app must be built. `--throttle 4` slows the browser's CPU down, `--only tasks` (or
 * `feed`) measures only these. Absolute figures, which depend on the machine and its current load.
 */
import { parseArgs } from 'node:util'
import { openFeed } from './feed.ts'
import { line } from './figures.ts'
import { measureLoads } from './loads.ts'
import { measureArrivals, measureBurst, measureHeap, measureKeys, measurePrepend } from './measures.ts'
import { measureTasks } from './tasks.ts'

const { values } = parseArgs({
  options: { throttle: { type: 'string', default: '1' }, only: { type: 'string' } },
})

const FEED = [measureLoads, measurePrepend, measureArrivals, measureKeys, measureBurst, measureHeap]
// the tasks come last: they navigate away from the feed
const measures = [...(values.only === 'tasks' ? [] : FEED), ...(values.only === 'feed' ? [] : [measureTasks])]

const feed = await openFeed(Number(values.throttle), values.only === 'tasks' ? 0 : 600)
try {
  for (const measure of measures) {
    for (const figure of await measure(feed)) process.stdout.write(`${line(figure)}\n`)
  }
} finally {
  await feed.close()
}
