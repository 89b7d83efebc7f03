/** What an author sees of deliveries to an agent (docs/rules/deliveries.md#no-sign-of-reading). */
import type { Delivery } from '@flockwork/contract/messages'
import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { openApp } from './app.tsx'
import { expectAccessible } from './look.ts'
import { dialog, openSheet } from './open-task-sheet.ts'
import { article, button } from './parts.ts'
import { MINUTE, agent, ago, message, newId, nextSeq, person } from './world.ts'

const [ana, scout] = [person('ana'), agent('scout')]

function handedOver(msAgo: number, of: Partial<Delivery> = {}): Delivery {
  return {
    id: newId(),
    message_id: null,
    task_id: null,
    recipient: { id: scout.id, type: 'agent', handle: 'scout' },
    reason: 'mention',
    state: 'delivered',
    why: null,
    at: ago(msAgo),
    ...of,
  }
}

test('a message shows after five minutes that it has no sign of reading, without a reload, until there is one', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const post = message(ana, '@scout look at this')
  const delivery = handedOver(4.7 * MINUTE, { message_id: post.id })
  const app = await openApp({
    me: ana,
    world: { agents: [scout], posts: [{ ...post, deliveries: [delivery] }] },
  })
  const row = article('look at this')
  await expect.element(row.getByText('Delivered to @scout')).toBeVisible()

  // one more tick of the clock that all ages share
  vi.advanceTimersByTime(MINUTE / 2)

  await expect.element(row.getByText('@scout: handed over, no sign of reading')).toBeVisible()
  await expect.element(row.getByText('Delivered to @scout')).not.toBeInTheDocument()
  vi.useRealTimers()
  await expectAccessible()

  const seen = { ...delivery, state: 'seen' as const, at: ago(-MINUTE) }
  const space_id = app.world.me?.current_org_id ?? ''
  app.server.emit('delivery', { space_id, at: ago(), message_id: post.id, delivery: seen }, nextSeq())
  await expect.element(row.getByText('Seen by @scout')).toBeVisible()
  await expect.element(row.getByText('no sign of reading')).not.toBeInTheDocument()
})

test('the sheet of a task shows the same for its assignment', async () => {
  await openSheet({
    of: {
      status: 'assigned',
      assigned_agent: { id: scout.id, name: 'scout' },
      deliveries: [handedOver(6 * MINUTE, { reason: 'assignment' })],
    },
  })
  await expect
    .element(button('Assignee: scout'))
    .toHaveAccessibleDescription('@scout: handed over, no sign of reading')
  await expect.element(dialog().getByText('handed over, no sign of reading')).toBeVisible()
  await expect.element(page.getByText('Delivered to @scout')).not.toBeInTheDocument()
})
