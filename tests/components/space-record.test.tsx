/** Downloading the record of a space from its settings. */
import { recordRoutes } from '@flockwork/contract/records'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { refusal } from './fake-server.ts'
import { expectAccessible } from './look.ts'
import { openFromMenu, openLab } from './space-lab.ts'

const button = page.getByRole('button', { name: 'Download record' })

test('an admin downloads it, and sees which key signs it and how to verify it', async () => {
  const { app, lab } = await openLab()
  app.server.answer(recordRoutes.link, () => ({
    url: 'data:application/x-ndjson,record',
    expires_at: '2026-01-01T00:00:00.000Z',
    key: 'A'.repeat(43),
    fingerprint: '0123-4567-89ab-cdef-0123-4567',
  }))
  const dialog = await openFromMenu('Settings')

  await button.click()

  await expect.element(dialog.getByText('0123-4567-89ab-cdef-0123-4567')).toBeVisible()
  await expect.element(dialog.getByText('npx flockwork space verify FILE')).toBeVisible()
  expect(app.server.calls(recordRoutes.link)).toMatchObject([{ params: { id: lab.id } }])
  await expectAccessible()
})

test('an error is shown, and the download can be retried', async () => {
  const { app } = await openLab()
  app.server.answer(recordRoutes.link, () => refusal(403, 'forbidden', 'Only admins of the space may'))
  const dialog = await openFromMenu('Settings')

  await button.click()

  await expect.element(dialog.getByText('Only admins of the space may')).toBeVisible()
  await expect.element(button).toBeEnabled()
})
