/** Texts that try to freeze their readers: each is shown, without a long task. */
import { createRoot } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { Services } from '../../apps/web/src/api/services.ts'
import { FetchedData } from '../../apps/web/src/app/cache/fetched-data.tsx'
import { costAsMarkdown, MARKUP_COST_MAX } from '../../apps/web/src/features/messages/markdown/markup-cost.ts'
import { MessageBody } from '../../apps/web/src/features/messages/markdown/message-body.tsx'
import { MESSAGE_MAX_CHARS } from '@flockwork/contract/limits'
import { hostileTexts } from '../hostile-text/texts.ts'
import { openApp, type OpenedApp } from './app.tsx'
import { act, article } from './parts.ts'
import { message, person, task } from './world.ts'

/** All 2,000 take a minute: `npm run test:hostile`. */
const COUNT = Number(import.meta.env['HOSTILE_TEXTS'])
/** The limit above which a delay is noticeable (https://web.dev/articles/rail). */
const TASK_MAX_MS = 100
/** Texts as long as these, at most so many on a screen. */
const AT_ONCE = 3
/** A busy machine exceeds the limit now and then; a slow text does each time. */
const TRIES = 10

const HANDLES = new Set(['ana'])
const errors = vi.fn<(...args: unknown[]) => void>()

beforeEach(() => {
  errors.mockReset()
  vi.spyOn(console, 'error').mockImplementation(errors)
})

afterEach(() => void vi.restoreAllMocks())

const groups = (texts: readonly string[], size: number) =>
  Array.from({ length: Math.ceil(texts.length / size) }, (_, index) =>
    texts.slice(index * size, (index + 1) * size),
  )

test(`${COUNT} hostile texts are shown, and none causes a noticeable task`, async () => {
  const ana = person('ana')
  // the task that the texts name exists: each name is a link
  const app = await openApp({ me: ana, world: { tasks: [task(ana, 1, 'Named by all')] } })
  const suspects: (readonly string[])[] = []
  for (const texts of groups(hostileTexts(COUNT), AT_ONCE)) {
    if ((await longestTask(texts, app)) > TASK_MAX_MS) suspects.push(texts)
  }
  const slow: string[] = []
  for (const texts of suspects) {
    let longest = Infinity
    for (let left = TRIES; left > 0 && longest > TASK_MAX_MS; left -= 1)
      longest = await longestTask(texts, app)
    if (longest > TASK_MAX_MS)
      slow.push(`${longest} ms: ${JSON.stringify(texts.map((text) => text.slice(0, 20)))}`)
  }
  expect(errors.mock.calls).toEqual([])
  expect(slow).toEqual([])
}, 300_000)

const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve))

/** The longest task in milliseconds while the texts are shown in a page like the feed. */
async function longestTask(texts: readonly string[], app: OpenedApp): Promise<number> {
  const tasks: number[] = []
  const observer = new PerformanceObserver((list) =>
    tasks.push(...list.getEntries().map(({ duration }) => duration)),
  )
  observer.observe({ type: 'longtask' })
  const pane = document.createElement('div')
  pane.style.cssText = 'height: 800px; overflow: auto'
  document.body.append(pane)
  const root = createRoot(pane)
  root.render(
    <Services value={app.services()}>
      <FetchedData>
        {texts.map((text, index) => (
          <MessageBody key={index} id={`t${index}`} text={text} handles={HANDLES} />
        ))}
      </FetchedData>
    </Services>,
  )
  while (pane.children.length < texts.length) await nextFrame()
  // until all are rendered and their code is highlighted
  const cost = texts.reduce((sum, text) => sum + (costAsMarkdown(text) ?? 0), 0)
  for (let left = 2 + (2 * cost) / MARKUP_COST_MAX; left > 0; left -= 1) await nextFrame()
  const empty = texts.filter((text, index) => text.trim() !== '' && !isSomething(pane.children[index]))
  tasks.push(...observer.takeRecords().map(({ duration }) => duration))
  observer.disconnect()
  root.unmount()
  pane.remove()
  expect(empty).toEqual([])
  return Math.max(0, ...tasks)
}

const isSomething = (element: Element | undefined) =>
  element !== undefined && (element.textContent !== '' || element.querySelector('hr') !== null)

test.for(['**@ana** said', '@ana said'])('"%s" is shown as typed if rendering it fails', async (text) => {
  const failing = { has: () => expect.fail('Reading failed') } as unknown as ReadonlySet<string>
  const pane = document.createElement('div')
  document.body.append(pane)
  const root = createRoot(pane)
  root.render(<MessageBody id="text" text={text} handles={failing} />)
  await expect.poll(() => pane.textContent).toBe(text)
  expect(errors).toHaveBeenCalled()
  // another text is rendered again
  root.render(<MessageBody id="text" text="*fine*" handles={HANDLES} />)
  await expect.poll(() => pane.querySelector('em')?.textContent).toBe('fine')
  root.unmount()
  pane.remove()
})

test.for([
  { name: 'items', text: '- '.repeat(2500) + 'x' },
  { name: 'quotes', text: '>'.repeat(MESSAGE_MAX_CHARS) },
  { name: 'numbers', text: '1. '.repeat(1666) },
])('a message of thousands of nested $name is shown as plain text, with its menu', async ({ text }) => {
  const ana = person('ana')
  await openApp({ me: ana, world: { posts: [message(ana, text), message(ana, 'and *more*')] } })
  await expect.element(article('and more').getByText('more', { exact: true })).toBeVisible()
  await expect.element(page.getByText('Component Error')).not.toBeInTheDocument()
  expect(errors.mock.calls).toEqual([])
  await act(article(text.slice(0, 20)), 'Delete')
  await expect.element(page.getByRole('dialog', { name: 'Delete message' })).toBeVisible()
})
