/** The browser's trace of the page's main thread. */
import type { Feed } from './feed.ts'

interface TraceEvent {
  readonly name: string
  readonly pid: number
  readonly tid: number
  /** Microseconds of CPU time, not wall-clock time: the machine may be shared. */
  readonly tdur?: number
  readonly args: { readonly name?: string }
}

const MAIN_THREAD = 'CrRendererMain'
const CATEGORY = 'disabled-by-default-devtools.timeline'

/** @returns the milliseconds of the longest task of a page's main thread while `act` runs */
export async function longestTask({ devtools }: Feed, act: () => Promise<void>): Promise<number> {
  const events: TraceEvent[] = []
  const collect = ({ value }: { value: unknown[] }) => void events.push(...(value as TraceEvent[]))
  devtools.on('Tracing.dataCollected', collect)
  await devtools.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { includedCategories: [CATEGORY] },
  })
  await act()
  const isComplete = new Promise((resolve) => devtools.once('Tracing.tracingComplete', resolve))
  await devtools.send('Tracing.end')
  await isComplete
  devtools.off('Tracing.dataCollected', collect)

  const thread = ({ pid, tid }: TraceEvent) => `${pid} ${tid}`
  const isMain = (event: TraceEvent) => event.name === 'thread_name' && event.args.name === MAIN_THREAD
  const main = new Set(events.filter(isMain).map(thread))
  const tasks = events.filter((event) => event.name === 'RunTask' && main.has(thread(event)))
  if (tasks.length === 0) throw new Error('The browser traced no task')
  return tasks.reduce((longest, { tdur = 0 }) => Math.max(longest, tdur / 1000), 0)
}
