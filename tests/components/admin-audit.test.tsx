/** The audit log tab: the list with its filters, the details of an entry, older entries, and the export. */
import { adminAuditRoutes as routes, type AuditEntry } from '@flockwork/contract/admin/audit'
import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { openApp, PHONE, type Options } from './app.tsx'
import { refusal } from './fake-server.ts'
import { expectAccessible } from './look.ts'
import { button, expectClosed } from './parts.ts'
import { ago, MINUTE, newId, person } from './world.ts'

function entry(number: number, more: Partial<AuditEntry> = {}): AuditEntry {
  return {
    id: newId(),
    number,
    at: ago(MINUTE),
    actor: { id: newId(), type: 'user', username: 'ana' },
    action: 'role_changed',
    target: { type: 'user', id: newId(), name: 'mateo' },
    space_id: null,
    space_name: null,
    before: { role: 'user', name: 'Mateo' },
    after: { role: 'admin', name: 'Mateo' },
    ip: '192.0.2.7',
    erased: false,
    ...more,
  }
}

const PAGE = 2

async function openTab(log: readonly AuditEntry[], options: Pick<Options, 'size'> = {}) {
  const asked: Record<string, unknown>[] = []
  const app = await openApp({
    me: person('ana', { role: 'admin' }),
    path: '/admin?tab=audit',
    ...options,
    answers(server) {
      server.answer(routes.facets, () => ({
        actions: ['role_changed', 'space_deleted'],
        target_types: ['user'],
      }))
      server.answer(routes.list, ({ query: { cursor = '0', ...query } }) => {
        asked.push(query)
        const rows = log.filter(({ action }) => query.action === undefined || query.action === action)
        const next = Number(cursor) + PAGE
        return {
          entries: rows.slice(Number(cursor), next),
          next_cursor: next < rows.length ? `${next}` : null,
        }
      })
    },
  })
  return { ...app, asked }
}

const list = page.getByRole('grid', { name: 'Audit log' })

test('the audit log is listed, filtered and paged, and an entry shows what changed', async () => {
  const { asked } = await openTab([
    entry(3),
    entry(2, {
      action: 'space_deleted',
      actor: null,
      target: { type: 'space', id: newId(), name: 'Harbour' },
    }),
    entry(1, {
      actor: { id: newId(), type: 'user', username: null },
      before: null,
      after: null,
      erased: true,
    }),
  ])
  const rows = list.getByRole('row')
  // including the header
  const second = list.getByRole('row', { name: /Space deleted.*Space Harbour.*Operator or system/ })
  await expect.element(second).toBeVisible()
  await expect.poll(() => rows.elements().length).toBe(3)
  await expectAccessible()

  await rows.nth(1).click()
  const dialog = page.getByRole('dialog', { name: 'Role changed' })
  await expect.element(dialog.getByRole('row', { name: 'Role user admin' })).toBeVisible()
  await expect.element(dialog.getByText('192.0.2.7')).toBeVisible()
  await expectAccessible()
  await dialog.getByRole('button', { name: 'Close' }).first().click()
  await expectClosed(dialog)

  await button('Show older').click()
  await expect.element(rows.nth(3).getByText('Deleted account')).toBeVisible()
  await expect.element(page.getByText('This is the beginning of the log.')).toBeVisible()
  await rows.nth(3).click()
  await expect.element(page.getByText(/Some of this was erased/)).toBeVisible()
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).first().click()

  await page.getByRole('combobox', { name: 'What', exact: true }).selectOptions('Space deleted')
  await expect.poll(() => rows.elements().length).toBe(2)
  await page.getByLabelText('From', { exact: true }).fill('2026-03-01')
  await page.getByRole('searchbox', { name: 'Search the log' }).fill('harbour')
  await expect
    .poll(() => asked.at(-1))
    .toMatchObject({ action: 'space_deleted', text: 'harbour', from: expect.stringContaining('2026-0') })
  await button('Clear filters').click()
  await expect.poll(() => rows.elements().length).toBe(4)
})

test('the export uses the current filters and shows why it failed; on a phone rows have two lines', async () => {
  const { server } = await openTab([entry(1)], { size: PHONE })
  const onPhone = page.getByRole('list', { name: 'Audit log' })
  for (const text of ['Role changed', 'User mateo', '@ana']) {
    await expect.element(onPhone.getByText(text)).toBeVisible()
  }
  await expectAccessible()

  server.answer(routes.link, () => refusal(503, 'busy', 'The database is busy'))
  await button('Export').click()
  await expect.element(page.getByText('The database is busy')).toBeVisible()

  const followed = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {})
  server.answer(routes.link, () => ({ url: '/api/admin/audit/export?ticket=x', expires_at: ago(0) }))
  await button('Export').click()
  await expect
    .poll(() => followed.mock.contexts.map((link) => (link as HTMLAnchorElement).pathname))
    .toEqual(['/api/admin/audit/export'])
})
