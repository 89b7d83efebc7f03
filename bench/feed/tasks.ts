/** The measures of the page of tasks, in a space of 5,000. */
import type { Feed } from './feed.ts'
import { quantile, type Figure } from './figures.ts'
import { nextFrames } from './measures.ts'
import { longestTask } from './trace.ts'

const TASKS = 5_000
const AT_ONCE = 8
const EVENTS = 100
const LONG_MS = 50

interface Made {
  id: string
  display_id: string
}

export async function measureTasks(feed: Feed): Promise<Figure[]> {
  const { page } = feed
  await page.goto('about:blank')
  const newest = (await makeTasks(feed)).slice(-AT_ONCE)
  await page.goto('/')
  await page.getByRole('textbox', { name: 'Message', exact: true }).waitFor()

  const rows = page.getByRole('table', { name: 'Tasks' }).getByRole('row')
  const figures: Figure[] = []
  const time = async (what: string, act: () => Promise<void>) => {
    const value = await longestTask(feed, async () => {
      await act()
      await nextFrames(feed)
    })
    figures.push({ what: `of ${TASKS} tasks, ${what}: the longest task`, unit: 'ms', value, limit: LONG_MS })
  }

  await time('opening the page', async () => {
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Tasks' }).click()
    await rows.nth(25).waitFor()
  })
  await time('a hundred on a page', async () => {
    await page.getByRole('combobox', { name: 'Tasks on a page' }).selectOption('100')
    await rows.nth(100).waitFor()
  })
  await time('scrolling through them', async () => {
    await rows.nth(50).hover()
    for (let turns = 0; turns < 20; turns += 1) {
      await page.mouse.wheel(0, turns < 10 ? 800 : -800)
      await nextFrames(feed)
    }
  })
  await time('the next page', async () => {
    await page.getByRole('button', { name: 'Next page' }).click()
    await rows.filter({ hasText: titleOf(TASKS - 100) }).waitFor()
  })
  await time('a filter', async () => {
    await page.getByRole('button', { name: /^High Priority/ }).click()
    await rows.filter({ hasText: titleOf(TASKS) }).waitFor()
  })
  await page.getByRole('button', { name: 'Clear all filters' }).click()
  await rows.filter({ hasText: titleOf(TASKS - 1) }).waitFor()
  figures.push(...(await measureEvents(feed, newest, 'in the table, of 500 loaded')))

  await time('the board', async () => {
    await page.getByRole('button', { name: 'Board' }).click()
    await page.getByRole('button', { name: 'Show more' }).first().waitFor()
  })
  const cards = page.getByRole('region', { name: /^Available/ }).getByRole('listitem')
  await time('500 in one column', async () => {
    await page.getByRole('button', { name: 'Show more' }).first().click()
    await cards.nth(499).waitFor()
  })
  figures.push(...(await measureEvents(feed, newest, 'on the board, with 500 shown')))
  return figures
}

const titleOf = (number: number) => `Task ${number} about the importer`

async function makeTasks({ callAsOther }: Feed): Promise<Made[]> {
  const made: Made[] = []
  for (let first = 1; first <= TASKS; first += AT_ONCE) {
    const numbers = Array.from({ length: AT_ONCE }, (_, index) => first + index)
    made.push(
      ...(await Promise.all(
        numbers.map((number) =>
          callAsOther<Made>('POST', '/api/tasks', {
            title: titleOf(number),
            description: 'What is to be done. '.repeat(10),
            priority: ['critical', 'high', 'medium', 'low'][number % 4],
            requirements: { skills: ['sql'] },
          }),
        ),
      )),
    )
  }
  return made
}

/** Another person changes visible tasks, one after the other. */
async function measureEvents(feed: Feed, tasks: readonly Made[], where: string): Promise<Figure[]> {
  const spent: number[] = []
  for (let number = 1; number <= EVENTS; number += 1) {
    const task = tasks[number % tasks.length]
    if (task === undefined) throw new Error('No task')
    const title = `Changed ${where} ${number}.`
    const before = await feed.spentMs()
    await feed.callAsOther('PUT', `/api/tasks/${task.id}`, { title })
    while ((await titleOn(feed, task.id)) !== title) await nextFrames(feed)
    await nextFrames(feed)
    spent.push((await feed.spentMs()) - before)
  }
  const figure = (share: number, limit: number): Figure => ({
    what: `a changed task ${where}, all the page does for it, p${share * 100}`,
    unit: 'ms',
    value: quantile(spent, share),
    limit,
  })
  return [figure(0.5, 4), figure(0.95, 16)]
}

/** Reads only the task's element: searching all of them would be measured, too. */
function titleOn({ page }: Feed, id: string): Promise<string | undefined> {
  return page.evaluate((task) => document.querySelector(`[data-stop="${task}"]`)?.textContent, id)
}
