/** The dialogs of a space. */
import { spaceRoutes } from '@flockwork/contract/space-routes'
import type { Member } from '@flockwork/contract/spaces'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { openApp } from './app.tsx'
import { refusal } from './fake-server.ts'
import { ago, person, space } from './world.ts'

const member = (username: string): Member => ({
  user_id: person(username).id,
  username,
  full_name: null,
  role: 'member',
  joined_at: ago(),
  agent_count: 0,
})

test('the members of a large space are loaded in pages, and a page that failed can be retried', async () => {
  const lab = space('Field Lab', { member_count: 3, is_current: true })
  const me = person('ana', { current_org_id: lab.id })
  const { server } = await openApp({ me, path: '/spaces?tab=current', world: { spaces: [lab] } })
  let isFailing = true
  server.answer(spaceRoutes.members, ({ query: { cursor } }) => {
    const pages = { total_members: 3 }
    if (cursor === undefined) return { ...pages, members: [member('bob'), member('cleo')], next_cursor: 'p2' }
    if (isFailing) return refusal(503, 'busy', 'Try again')
    return { ...pages, members: [member('dee')], next_cursor: null }
  })

  await page.getByRole('button', { name: 'Members' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Members of Field Lab' })
  await expect.element(dialog.getByText('cleo')).toBeVisible()
  await dialog.getByRole('button', { name: 'Show more members' }).click()
  await expect.element(dialog.getByText('More members could not be loaded.')).toBeVisible()
  isFailing = false
  await dialog.getByRole('button', { name: 'Try again' }).click()

  await expect.element(dialog.getByText('dee')).toBeVisible()
  await expect.element(dialog.getByText('bob')).toBeVisible()
  await expect.element(dialog.getByRole('button', { name: 'Show more members' })).not.toBeInTheDocument()
})

test('a page of members still loads when the list changes meanwhile', async () => {
  const lab = space('Field Lab', { member_count: 2, is_current: true })
  const me = person('ana', { current_org_id: lab.id })
  const { server } = await openApp({ me, path: '/spaces?tab=current', world: { spaces: [lab] } })
  let isFailing = true
  server.answer(spaceRoutes.members, ({ query: { cursor } }) => {
    const pages = { total_members: 2 }
    if (cursor === undefined) return { ...pages, members: [member('bob')], next_cursor: 'p2' }
    return isFailing
      ? refusal(503, 'busy', 'Try again')
      : { ...pages, members: [member('dee')], next_cursor: null }
  })
  await page.getByRole('button', { name: 'Members' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Members of Field Lab' })
  await dialog.getByRole('button', { name: 'Show more members' }).click()
  await expect.poll(() => server.calls(spaceRoutes.members).at(-1)?.query.cursor).toBe('p2')

  // before the page is retried
  isFailing = false
  server.emit('space_update', { space_id: lab.id, at: ago(), action: 'role' }, 1)

  await expect.element(dialog.getByText('dee')).toBeVisible()
})
