/** Messages that members reported, for the admins of a space: the count, and keep or delete. */
import { reportRoutes as routes, type Report } from '@flockwork/contract/reports'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { refusal } from './fake-server.ts'
import { expectAccessible } from './look.ts'
import { menuItems, openFromMenu, openLab } from './space-lab.ts'
import { ago, HOUR, newId } from './world.ts'

function report(content: string, more: Partial<Report> = {}): Report {
  return {
    id: newId(),
    space_id: newId(),
    space_name: 'Field Lab',
    state: 'open',
    opened_at: ago(HOUR),
    closed_at: null,
    closed_by: null,
    message: {
      id: newId(),
      author: { id: newId(), type: 'user', username: 'bob' },
      channel: 'main',
      content,
      uploaded_at: ago(HOUR),
    },
    flag_count: 3,
    flags: [
      { id: newId(), type: 'user', username: 'cleo', at: ago(HOUR) },
      { id: newId(), type: 'user', username: null, at: ago(HOUR) },
    ],
    ...more,
  }
}

async function openReported(reports: Report[]) {
  const opened = await openLab()
  const { app, lab } = opened
  app.server.answer(routes.counts, () => {
    const open = reports.filter(({ state }) => state === 'open').length
    return { counts: open === 0 ? [] : [{ org_id: lab.id, open }] }
  })
  app.server.answer(routes.list, ({ query: { state = 'open' } }) => {
    const rows = reports.filter((one) => (one.state === 'open') === (state === 'open'))
    return { reports: rows, open_count: rows.length, next_cursor: null }
  })
  app.server.answer(routes.resolve, ({ params, body }) => {
    const state = body.action === 'keep' ? ('kept' as const) : ('deleted' as const)
    const at = reports.findIndex(({ id }) => id === params.report_id)
    const found = reports[at]
    if (found) reports[at] = { ...found, state, closed_at: ago(0), closed_by: 'ana' }
    return { id: params.report_id, state }
  })
  app.server.emit('space_update', { space_id: lab.id, at: ago(0), action: 'reports', open_reports: 2 }, 2)
  return opened
}

test('the count shows on the page of spaces, and each report is kept or deleted in its list', async () => {
  const { app } = await openReported([
    report('buy cheap boats'),
    report('and oars', { flags: [], flag_count: 1 }),
  ])
  const count = page.getByRole('button', { name: '2 reported messages in Field Lab' })
  await count.click()
  const dialog = page.getByRole('dialog', { name: 'Reported messages in Field Lab' })
  await expect.element(dialog.getByText('buy cheap boats')).toBeVisible()
  await expect.element(dialog.getByText('Flagged by @cleo, Deleted account and 1 more')).toBeVisible()
  // the author isn't told who reported the message
  await expect.element(dialog.getByText('Flagged once')).toBeVisible()
  await expectAccessible()

  app.server.answer(routes.resolve, () => refusal(503, 'busy', 'The database is busy'))
  await dialog.getByRole('button', { name: 'Keep the message of @bob' }).first().click()
  await expect.element(dialog.getByText('The database is busy')).toBeVisible()
})

test('handled reports move to the closed ones, and the menu still opens them when none is open', async () => {
  await openReported([report('buy cheap boats'), report('and oars')])
  await page.getByRole('button', { name: '2 reported messages in Field Lab' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Keep the message of @bob' }).first().click()
  await dialog.getByRole('button', { name: 'Delete the message of @bob' }).click()
  await expect.element(dialog.getByText('Nothing is reported.')).toBeVisible()
  await expect.element(dialog.getByText('Kept', { exact: true })).toBeVisible()
  await expect.element(dialog.getByText('Deleted', { exact: true })).toBeVisible()
  await dialog.getByRole('button', { name: 'Close' }).first().click()
  await expect.element(page.getByRole('button', { name: /reported message/ })).not.toBeInTheDocument()
  await openFromMenu('Reported messages')
  await expect.element(dialog.getByText('buy cheap boats')).toBeVisible()
})

test('an older page still loads when a new report arrives', async () => {
  const all = ['the last', 'the first'].map((text) => report(text))
  const { app, lab } = await openReported(all)
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  app.server.answer(routes.list, async ({ query: { state, cursor } }) => {
    // holds back only the older page, so that the refetch overtakes it
    if (cursor === 'p2') await released
    const open = state === 'open' ? all : []
    const rows = cursor === undefined ? open.slice(0, -1) : open.slice(-1)
    return { reports: rows, open_count: open.length, next_cursor: cursor === undefined ? 'p2' : null }
  })
  await page.getByRole('button', { name: '2 reported messages in Field Lab' }).click()
  const dialog = page.getByRole('dialog')
  await expect.element(dialog.getByText('the last')).toBeVisible()
  const cursors = () => app.server.calls(routes.list).map(({ query }) => query.cursor)
  await dialog.getByRole('button', { name: 'Show more' }).first().click()
  await expect.poll(cursors).toContain('p2')
  const before = cursors().length
  all.unshift(report('made meanwhile'))
  app.server.emit('space_update', { space_id: lab.id, at: ago(0), action: 'reports', open_reports: 3 }, 3)
  await expect.poll(() => cursors().slice(before)).toContain(undefined)
  release()

  await expect.element(dialog.getByText('made meanwhile')).toBeVisible()
  await expect.element(dialog.getByText('the first')).toBeVisible()
})

test('non-admins see no reports', async () => {
  await openLab({ role: 'member' })
  await page.getByRole('button', { name: 'More for Field Lab' }).click()
  await expect.element(page.getByRole('menuitem', { name: 'Leave' })).toBeVisible()
  expect(menuItems()).not.toContain('Reported messages')
})
