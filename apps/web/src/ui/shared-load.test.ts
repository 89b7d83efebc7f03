import { expect, test } from 'vitest'
import { sharedLoad } from './shared-load.ts'

/** A load that the test finishes, and how often it has run. */
function manualLoad() {
  const runs: PromiseWithResolvers<string>[] = []
  const load = sharedLoad(() => {
    const run = Promise.withResolvers<string>()
    runs.push(run)
    return run.promise
  })
  return { load, runs }
}

test('concurrent and later calls share one load', async () => {
  const { load, runs } = manualLoad()
  const calls = [load(), load()]
  runs[0]?.resolve('loaded')
  expect(await Promise.all([...calls, load()])).toEqual(['loaded', 'loaded', 'loaded'])
  expect(runs).toHaveLength(1)
})

test('a failure reaches all callers, and the next call loads again', async () => {
  const { load, runs } = manualLoad()
  const calls = Promise.allSettled([load(), load()])
  runs[0]?.reject(new Error('offline'))
  expect((await calls).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  const again = load()
  runs[1]?.resolve('loaded')
  expect(await again).toBe('loaded')
  expect(runs).toHaveLength(2)
})
