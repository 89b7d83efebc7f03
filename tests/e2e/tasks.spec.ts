/**
 * People and an agent share tasks, all through the product's own screens. The states of each part are in
 * tests/components.
 */
import type { Locator, Page } from '@playwright/test'
import { registerAgent, runAgent } from './agent.ts'
import { callAs } from './calls.ts'
import { expect, expectAccessible, PHONE, test } from './fixtures.ts'
import { act, article, meet, says } from './meeting.ts'

const goTo = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name }).click()
const sheetOf = (page: Page, name: string) => page.getByRole('dialog', { name: new RegExp(`Task ${name}$`) })
const table = (page: Page) => page.getByRole('table', { name: 'Tasks' })
const rowOf = (page: Page, title: string) => table(page).getByRole('row').filter({ hasText: title })
const tile = (page: Page, label: string, count: number) =>
  page.getByRole('list', { name: 'Tasks at a glance' }).getByRole('button', { name: `${label}: ${count}` })
/** The announcement of a task in the feed, by the text of its card. */
const cardOf = (page: Page, facts: string) =>
  page.getByRole('article').getByRole('link', { name: `T-1 ${facts}`, exact: true })

async function newTask(
  page: Page,
  title: string,
  more: object = {},
): Promise<{ id: string; display_id: string }> {
  return callAs(page, 'POST', '/api/tasks', { title, ...more })
}

async function chooseAssignee(within: Locator, page: Page, name: string): Promise<void> {
  await within.getByRole('button', { name: /^Assignee/ }).click()
  await page.getByRole('combobox', { name: 'Find somebody' }).fill(name)
  await page.getByRole('option', { name }).click()
}

test('a message becomes a task, an agent completes it, and two people watch it live', async ({
  signUp,
  unique,
}) => {
  test.slow()
  const { page: ana, name: anaName } = await signUp(unique('ana'))
  const { page: bob } = await signUp(unique('bob'), { size: PHONE })
  await meet(ana, bob)
  const scout = unique('scout')
  await using agent = runAgent(await registerAgent(ana, scout))
  await agent.nextOutput('waiting')

  // a message of Bob's becomes a task for the agent, which wakes up
  await says(bob, 'The token check is slow #build')
  await goTo(ana, 'Messages')
  await act(article(ana, 'The token check is slow'), 'Make task')
  const creating = ana.getByRole('dialog', { name: 'Create Task' })
  await expect(creating.getByRole('textbox', { name: 'Title' })).toHaveValue('The token check is slow #build')
  await creating.getByRole('textbox', { name: 'Title' }).fill('Batch the token check')
  await creating.getByRole('combobox', { name: 'Priority' }).selectOption('High')
  await chooseAssignee(creating, ana, scout)
  await creating.getByRole('button', { name: 'Create task' }).click()
  const woken = await agent.nextOutput('woken')
  expect(woken.content).toContain('T-1 Batch the token check')
  await expect(ana.getByText('T-1 was created')).toBeVisible()

  // everybody sees the announcement, and the message links to the task
  await expect(cardOf(bob, `Batch the token check Assigned High ${scout}`)).toBeVisible()
  await expect(article(bob, 'The token check is slow').getByRole('link', { name: /^T-1/ })).toBeVisible()

  // Ana sees the delivery and the progress
  await ana.getByRole('button', { name: 'Open T-1' }).click()
  const sheet = sheetOf(ana, 'T-1')
  await expect(sheet.getByText(`Delivered to @${scout}`)).toBeVisible()
  await expect(sheet.getByRole('link', { name: 'From a message' })).toBeVisible()
  agent.begin()
  await agent.nextOutput('asked')
  await expect(sheet.getByText(`Answered by @${scout}`)).toBeVisible()
  await expect(
    sheet.getByRole('region', { name: 'Notes' }).getByText('I have read half of it.'),
  ).toBeVisible()
  const conversation = sheet.getByRole('region', { name: 'Conversation' })
  await expect(conversation.getByText(`Which table is it, @${anaName}?`)).toBeVisible()

  // Bob opens it from a message, on a phone, and answers in its conversation
  await expect(cardOf(bob, `Batch the token check In progress High ${scout}`)).toBeVisible()
  await says(bob, 'I look at T-1 now #build')
  // a mouse, which phones don't have, would show the toolbar over it
  const link = article(bob, 'I look at').getByRole('link', {
    name: 'T-1, Batch the token check, In progress',
  })
  await link.press('Enter')
  const onPhone = sheetOf(bob, 'T-1')
  await expect(onPhone.getByText('I have read half of it.')).toBeVisible()
  await expectAccessible(bob)
  await onPhone.getByRole('textbox', { name: 'Reply to this task' }).fill(`It is sessions, @${scout}`)
  await onPhone.getByRole('button', { name: 'Reply', exact: true }).click()
  await expect(conversation.getByText('It is sessions')).toBeVisible()
  await agent.nextOutput('completed')

  // both see the result, without a reload
  for (const one of [sheet, onPhone]) {
    const work = one.getByRole('region', { name: 'Reported work' })
    await expect(work.getByRole('link', { name: 'https://example.org/pull/7' })).toBeVisible()
    await expect(one.getByText(/Done with the answer "It is sessions/)).toBeVisible()
  }
  for (const page of [ana, bob]) {
    await page.keyboard.press('Escape')
    await expect(sheetOf(page, 'T-1')).toBeHidden()
    await expect(tile(page, 'Open Tasks', 0)).toBeVisible()
    await expect(tile(page, 'Completed', 1)).toBeVisible()
    const completions = page.getByRole('region', { name: 'Recent Completions' })
    await expect(completions.getByRole('button', { name: 'Batch the token check' })).toContainText(scout)
    const workload = page.getByRole('region', { name: 'Agent Workload' })
    await expect(workload.getByRole('button', { name: scout })).toContainText('1 done')
  }
  await expect(rowOf(ana, 'Batch the token check')).toContainText('Completed')
  await expectAccessible(ana)
  const onBobs = bob.getByRole('list', { name: 'Tasks', exact: true }).getByRole('listitem')
  await expect(onBobs).toContainText('Completed')

  await goTo(ana, 'Agents')
  await expect(ana.getByRole('main').getByText('1 of 1 task (100 %)')).toBeVisible()
})

test('an idea is approved, an assignment reaches a person, and two concurrent edits are both applied', async ({
  signUp,
  unique,
  product,
}) => {
  test.slow()
  const { page: ana, name: anaName } = await signUp(unique('ana'))
  const { page: bob, name: bobName } = await signUp(unique('bob'))
  await product.makeAdmin(anaName)
  await meet(ana, bob)
  await ana.goto('/tasks')
  await bob.goto('/tasks')
  await expect(bob.getByText('No tasks yet')).toBeVisible()

  await bob.keyboard.press('c')
  const creating = bob.getByRole('dialog', { name: 'Create Task' })
  await creating.getByText('Idea', { exact: true }).click()
  const idea = bob.getByRole('dialog', { name: 'Create Idea' })
  await idea.getByRole('textbox', { name: 'Title' }).fill('Search in two languages')
  await idea.getByRole('button', { name: 'Create idea' }).click()
  await expect(bob.getByText('T-1 waits for approval')).toBeVisible()

  const atAnas = rowOf(ana, 'Search in two languages')
  await expect(atAnas).toContainText('Idea')
  await atAnas.getByRole('button', { name: 'More about T-1' }).click()
  await ana.getByRole('menuitem', { name: 'Approve' }).click()
  await expect(rowOf(bob, 'Search in two languages')).toContainText('Available')

  // the approval reaches the author, as an assignment does
  await newTask(ana, 'Write the quick start', { priority: 'high' })
  await rowOf(ana, 'Write the quick start').hover()
  await rowOf(ana, 'Write the quick start')
    .getByRole('button', { name: /^Assign T-2/ })
    .click()
  await ana.getByRole('combobox', { name: 'Find somebody' }).fill(bobName)
  await ana.keyboard.press('Enter')
  await expect(rowOf(bob, 'Write the quick start')).toContainText('Assigned')
  await bob.getByRole('link', { name: 'Inbox, 2 unread' }).click()
  const inbox = bob.getByRole('tabpanel')
  await expect(inbox.getByRole('link', { name: /approved your idea/ })).toContainText(
    'Search in two languages',
  )
  await inbox.getByRole('link', { name: /assigned you a task/ }).click()
  const bobs = sheetOf(bob, 'T-2')
  await expect(bobs).toBeVisible()

  // both change the title
  await rowOf(ana, 'Write the quick start').getByRole('button', { name: 'Write the quick start' }).focus()
  await ana.keyboard.press('e')
  const anas = sheetOf(ana, 'T-2')
  await expect(anas.getByText(`Seen by @${bobName}`)).toBeVisible()
  await anas.getByRole('textbox', { name: 'Title' }).fill('Write the first page')
  await bobs.getByRole('textbox', { name: 'Title' }).fill('Write the MCP quick start')
  await bobs.getByRole('button', { name: 'Save changes' }).click()
  const conflict = anas.getByRole('group', { name: 'Title was changed meanwhile' })
  await expect(conflict).toContainText('Write the MCP quick start')
  await expect(anas.getByRole('textbox', { name: 'Title' })).toHaveValue('Write the first page')
  await expectAccessible(ana)
  await conflict.getByRole('button', { name: 'Keep mine' }).click()
  await anas.getByRole('button', { name: 'Save changes' }).click()
  await expect(rowOf(bob, 'Write the first page')).toBeVisible()
})

test('tasks move on the board, a view is shared, and the loser of a claim sees who won', async ({
  signUp,
  unique,
}) => {
  test.slow()
  const { page: ana } = await signUp(unique('ana'))
  const { page: bob, name: bobName } = await signUp(unique('bob'))
  await meet(ana, bob)
  await newTask(ana, 'Batch the token check', { priority: 'high' })
  await newTask(ana, 'Empty state art', { priority: 'low' })
  await ana.goto('/tasks')
  await bob.goto('/tasks')
  await expect(rowOf(bob, 'Batch the token check')).toContainText('Available')

  // by dragging, then by keyboard; the other sees it at once
  await ana.getByRole('button', { name: 'Board' }).click()
  const column = (name: string) => ana.getByRole('region', { name: new RegExp(`^${name}`) })
  const card = ana.getByRole('button', { name: 'Batch the token check', exact: true })
  await expect(column('Available').getByRole('listitem')).toHaveCount(2)
  await drag(ana, card, column('In progress'))
  await expect(column('In progress').getByRole('listitem')).toContainText('Batch the token check')
  await expect(rowOf(bob, 'Batch the token check')).toContainText('In progress')
  await card.focus()
  await ana.keyboard.press('Shift+ArrowRight')
  await expect(column('In review').getByRole('listitem')).toContainText('Batch the token check')
  await expect(card).toBeFocused()
  await expect(rowOf(bob, 'Batch the token check')).toContainText('In review')
  await expectAccessible(ana)

  // a filtered view has a URL
  await ana.getByRole('button', { name: 'Table', exact: true }).click()
  await ana.getByRole('button', { name: 'Priority', exact: true }).click()
  await ana.getByRole('checkbox', { name: 'Low' }).check()
  await ana.keyboard.press('Escape')
  await expect(table(ana).getByRole('button', { name: 'Batch the token check' })).toBeHidden()
  await expect(ana).toHaveURL(/priority=low/)
  await bob.goto(ana.url())
  await expect(rowOf(bob, 'Empty state art')).toBeVisible()
  await expect(rowOf(bob, 'Batch the token check')).toBeHidden()

  // Ana's claim is in flight while Bob's succeeds
  const { promise: isGranted, resolve: grant } = Promise.withResolvers<void>()
  await ana.route('**/claim', async (route) => {
    await isGranted
    await route.continue()
  })
  for (const page of [ana, bob]) {
    await rowOf(page, 'Empty state art').getByRole('button', { name: 'Empty state art' }).click()
  }
  await ana.getByRole('button', { name: 'Claim' }).click()
  await bob.getByRole('button', { name: 'Claim' }).click()
  await expect(rowOf(ana, 'Empty state art')).toContainText(bobName)
  grant()
  await expect(ana.getByText('Not claimed')).toBeVisible()
  await expect(ana.getByText(`@${bobName} has claimed this task`)).toBeVisible()
})

async function drag(page: Page, card: Locator, to: Locator): Promise<void> {
  const [from, target] = [await card.boundingBox(), await to.boundingBox()]
  if (from === null || target === null) throw new Error('Nothing to drag')
  await page.mouse.move(from.x + 10, from.y + 8)
  await page.mouse.down()
  await page.mouse.move(from.x + 40, from.y + 20, { steps: 3 })
  await page.mouse.move(target.x + target.width / 2, target.y + target.height / 2, { steps: 5 })
  await page.mouse.up()
}
