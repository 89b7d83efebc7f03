/** Importing a team: each state of its dialog. */
import { importRoutes, newReport, type Import } from '@flockwork/contract/imports'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { openApp } from './app.tsx'
import { refusal } from './fake-server.ts'
import { expectAccessible } from './look.ts'
import { ago, newId, person, space } from './world.ts'

const REPORT = {
  ...newReport('slack' as const),
  people: 12,
  bots: 2,
  messages: 2400,
  threads: 80,
  reactions: 31,
  channels: [
    { name: 'general', original: 'general', archived: false, messages: 2000 },
    { name: 'buro', original: 'Büro', archived: false, messages: 400 },
  ],
  first_at: '2021-01-02T00:00:00.000Z',
  last_at: '2024-03-01T00:00:00.000Z',
}
const report = { ...REPORT, left_out: { ...REPORT.left_out, private_channels: 3, files: 7 } }

function importOf(more: Partial<Import> = {}): Import {
  return {
    id: newId(),
    state: 'ready',
    file_name: 'export.zip',
    file_bytes: 10,
    received_bytes: 10,
    report,
    failure: null,
    messages_read: 0,
    messages_added: 0,
    space: null,
    created_at: ago(),
    ended_at: null,
    ...more,
  }
}

/** The Spaces page with the dialog open; `latest` is the newest import that the server reports. */
async function openDialog(latest: Import | null, spaces = [space('Field Lab', { is_current: true })]) {
  const me = person('ana', { current_org_id: spaces[0]?.id ?? null })
  const { server } = await openApp({ me, path: '/spaces', world: { spaces } })
  let current = latest
  server.answer(importRoutes.list, () => ({ imports: current === null ? [] : [current] }))
  await page.getByRole('button', { name: 'Bring your team' }).click()
  const dialog = page.getByRole('dialog', { name: 'Bring your team' })
  return { server, dialog, set: (next: Import) => (current = next) }
}

function choose(file: File) {
  return page.getByLabelText('Choose the export').first().upload(file)
}

test('a file is uploaded in parts with its progress, checked, and summarised before the import starts', async () => {
  const { server, dialog, set } = await openDialog(null)
  const made = importOf({ state: 'uploading', received_bytes: 0, report: null, file_bytes: 9 })
  server.answer(importRoutes.create, () => {
    set(made)
    return { import: made }
  })
  server.answer(importRoutes.upload, () => {
    const checking = { ...made, state: 'checking' as const, received_bytes: 9 }
    set(checking)
    return { import: checking }
  })
  const release = server.hold(importRoutes.upload)

  await choose(new File(['an export'], 'export.zip'))
  await expect.element(dialog.getByRole('progressbar')).toHaveAttribute('aria-valuetext', 'Uploading, 0 %')
  release()
  await expect.element(dialog.getByText('Reading the file. Nothing is brought yet.')).toBeVisible()
  set({ ...made, state: 'ready', received_bytes: 9, report })

  await expect.element(dialog.getByText('2,400 messages, in 80 threads and outside of them')).toBeVisible()
  await expect.element(dialog.getByText('12 people and 2 bots, as names until they join')).toBeVisible()
  await expect.element(dialog.getByText('From 2 Jan 2021 to 1 Mar 2024')).toBeVisible()
  await expect.element(dialog.getByText('3 private channels', { exact: false })).toBeVisible()
  await expect.element(dialog.getByText('7 files', { exact: false })).toBeVisible()
  await expectAccessible()
})

test('an import needs a name, shows its progress, and ends with the new space and the people in it', async () => {
  const ready = importOf()
  const lab = space('Field Lab', { is_current: true })
  const old = space('Old place', { visibility: 'invite_only', role: 'admin' })
  const { server, dialog, set } = await openDialog(ready, [lab, old])
  await dialog.getByRole('button', { name: 'Bring them over' }).click()
  await expect.element(dialog.getByText('The space needs a name')).toBeVisible()

  const running = {
    ...ready,
    state: 'running' as const,
    space: { id: old.id, name: 'Old place', is_open: false },
  }
  server.answer(importRoutes.start, ({ body }) => {
    expect(body).toMatchObject({ name: 'Old place', visibility: 'invite_only' })
    const next = { ...running, messages_read: 1200 }
    set(next)
    return { import: next }
  })
  await dialog.getByLabelText('Name').fill('Old place')
  await dialog.getByRole('button', { name: 'Bring them over' }).click()
  await expect.element(dialog.getByText('1,200 of 2,400 messages')).toBeVisible()
  await expectAccessible()

  const mateo = {
    id: newId(),
    handle: 'mateo',
    display_name: 'Mateo',
    is_bot: false,
    messages: 9,
    has_email: true,
    claimed_by: null,
  }
  const people = [mateo, { ...mateo, id: newId(), handle: 'deploys', display_name: 'Deploys', is_bot: true }]
  server.answer(importRoutes.people, () => ({ people, total: 2, next_cursor: null }))
  server.answer(importRoutes.invite, ({ params }) => {
    expect(params.person_id).toBe(mateo.id)
    return { id: newId(), invite_code: 'c0de', expires_at: ago(), max_uses: 1 }
  })
  set({
    ...running,
    state: 'done',
    messages_read: 2400,
    messages_added: 2400,
    ended_at: ago(),
    space: { id: old.id, name: 'Old place', is_open: true },
  })

  await expect.element(dialog.getByText('2,400 messages are in Old place now.')).toBeVisible()
  await expect.element(dialog.getByRole('button', { name: 'Open Old place' })).toBeVisible()
  await dialog.getByRole('button', { name: 'Invite Mateo' }).click()
  await expect.element(dialog.getByText('/join/c0de', { exact: false })).toBeVisible()
  await expect.element(dialog.getByRole('button', { name: 'Invite Deploys' })).not.toBeInTheDocument()
  await expectAccessible()
})

test('a file that can’t be imported says why, and another can be chosen', async () => {
  const failure = 'This file has too many files in it.'
  const { dialog } = await openDialog(importOf({ state: 'failed', report: null, failure, ended_at: ago() }))
  await expect.element(dialog.getByText(failure)).toBeVisible()
  await dialog.getByRole('button', { name: 'Choose another file' }).click()
  await expect.element(dialog.getByRole('button', { name: 'Choose the export' })).toBeVisible()
})

test('a running import can be cancelled, and says how much was imported', async () => {
  const running = importOf({
    state: 'running',
    messages_read: 700,
    space: { id: newId(), name: 'Old place', is_open: false },
  })
  const { server, dialog, set } = await openDialog(running)
  server.answer(importRoutes.people, () => ({ people: [], total: 0, next_cursor: null }))
  server.answer(importRoutes.cancel, () => {
    const cancelled = { ...running, state: 'cancelled' as const, messages_added: 700 }
    set({ ...cancelled, ended_at: ago(), space: { id: newId(), name: 'Old place', is_open: true } })
    return { import: cancelled }
  })
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect
    .element(dialog.getByText('The import was cancelled. 700 messages are in Old place.', { exact: false }))
    .toBeVisible()
})

test('an interrupted upload resumes with the same file, and an error is shown', async () => {
  const started = importOf({ state: 'uploading', received_bytes: 4, file_bytes: 9, report: null })
  const { server, dialog, set } = await openDialog(started)
  await expect.element(dialog.getByText('export.zip is only partly here', { exact: false })).toBeVisible()
  server.answer(importRoutes.upload, () => refusal(422, 'invalid', 'Try again in a moment'))
  await choose(new File(['an export'], 'export.zip'))
  await expect.element(dialog.getByRole('alert')).toHaveTextContent('Try again in a moment')

  server.answer(importRoutes.upload, ({ query }) => {
    expect(query.offset).toBe(4)
    const checking = { ...started, state: 'checking' as const, received_bytes: 9 }
    set(checking)
    return { import: checking }
  })
  await choose(new File(['an export'], 'export.zip'))
  await expect.element(dialog.getByText('Reading the file. Nothing is brought yet.')).toBeVisible()
})

test('a later export of the same workspace is imported into its space, and takes no slot', async () => {
  const old = space('Old place')
  const { dialog } = await openDialog(importOf({ space: { id: old.id, name: 'Old place', is_open: true } }))
  await expect.element(dialog.getByText('This goes into Old place', { exact: false })).toBeVisible()
  await expect.element(dialog.getByRole('button', { name: 'Add to Old place' })).toBeVisible()
  await expect.element(dialog.getByLabelText('Name')).not.toBeInTheDocument()
})
