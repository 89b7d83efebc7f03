/** Mounting the feed's rows: a few at a time from the end, so that the page isn't blocked. */
import { flushSync } from 'react-dom'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, expect, test } from 'vitest'
import { useGradualRows } from '../../apps/web/src/features/messages/index.ts'
import { hasNoPendingRenders } from '../../apps/web/src/ui/pending-renders.ts'

let root: Root | null = null

afterEach(() => {
  root?.unmount()
  root = null
})

const numbers = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, at) => from + at)

interface Shown {
  /** The rows of each render that changed them, and whether the page counted as settled then. */
  steps: readonly { readonly rows: readonly number[]; readonly isSettled: boolean }[]
  render(rows: readonly number[], isWholeAtOnce?: boolean): void
}

function show(first: readonly number[], isFirstWhole = false): Shown {
  const steps: { rows: readonly number[]; isSettled: boolean }[] = []
  function Rows({ rows, isWholeAtOnce }: { rows: readonly number[]; isWholeAtOnce: boolean }) {
    const mounted = useGradualRows(rows, isWholeAtOnce)
    if (steps.length === 0 || mounted.join() !== steps.at(-1)?.rows.join()) {
      steps.push({ rows: mounted, isSettled: hasNoPendingRenders() })
    }
    return mounted.length
  }
  const mounted = createRoot(document.createElement('div'))
  root = mounted
  const render = (rows: readonly number[], isWholeAtOnce = false) =>
    flushSync(() => mounted.render(<Rows rows={rows} isWholeAtOnce={isWholeAtOnce} />))
  render(first, isFirstWhole)
  return { steps, render }
}

test('the last rows are mounted first, then more before them, and all in the end', async () => {
  const all = numbers(1, 60)
  const { steps } = show(all)
  await expect.poll(() => steps.at(-1)?.rows).toEqual(all)
  expect(steps.map(({ rows }) => rows.length)).toEqual([4, 8, 12, 16, 20, 24, 60])
  expect(steps.map(({ rows }) => rows)).toEqual(steps.map(({ rows }) => all.slice(-rows.length)))
  // until then the feed isn't shown
  expect(steps.slice(1).map(({ isSettled }) => isSettled)).not.toContain(true)
  await expect.poll(hasNoPendingRenders).toBe(true)
})

test.for([
  { rows: numbers(1, 60), isWholeAtOnce: true, because: 'the caller says so' },
  { rows: numbers(1, 4), isWholeAtOnce: false, because: 'they are few' },
  { rows: [], isWholeAtOnce: false, because: 'there are none' },
])('$rows.length rows are mounted at once because $because', async ({ rows, isWholeAtOnce }) => {
  const { steps } = show(rows, isWholeAtOnce)
  await expect.poll(() => steps.length).toBe(1)
  await expect.poll(hasNoPendingRenders).toBe(true)
  expect(steps.map((step) => step.rows)).toEqual([rows])
})

test('the remaining rows are mounted at once when one of them is needed', async () => {
  const all = numbers(1, 60)
  const { steps, render } = show(all)
  render(all, true)
  expect(steps.map(({ rows }) => rows.length)).toEqual([4, 60])
})

test('a list of few rows that grows stays mounted', async () => {
  const { steps, render } = show(numbers(1, 4))
  await expect.poll(() => steps.length).toBe(1)
  render(numbers(1, 5))
  await expect.poll(() => steps.length).toBe(2)
  expect(steps.map((step) => step.rows)).toEqual([numbers(1, 4), numbers(1, 5)])
})

test('rows that arrive meanwhile, at either end, are not lost', async () => {
  const { steps, render } = show(numbers(11, 40))
  await expect.poll(() => steps.length).toBeGreaterThan(0)
  render(numbers(11, 42))
  await expect.poll(() => steps.at(-1)?.rows.at(-1)).toBe(42)
  render(numbers(1, 42))
  await expect.poll(() => steps.at(-1)?.rows).toEqual(numbers(1, 42))

  // once all are mounted, later ones are mounted at once
  const before = steps.length
  render(numbers(-50, 43))
  await expect.poll(() => steps.at(-1)?.rows).toEqual(numbers(-50, 43))
  expect(steps).toHaveLength(before + 1)
})
