/** Opens the sheet of a task in a team's space, over a server that stores what is saved. */
import type { Task } from '@flockwork/contract/tasks'
import { taskRoutes } from '@flockwork/contract/task-routes'
import { readStatus, storedStatus } from '@flockwork/contract/tasks/statuses'
import { expect } from 'vitest'
import { page } from 'vitest/browser'
import { openApp, type Options } from './app.tsx'
import { refusal } from './fake-server.ts'
import { ago, agent, announcement, newId, nextSeq, person, rosterItem, space, task, worker } from './world.ts'

export const dialog = () => page.getByRole('dialog', { name: /Task T-12/ })
export const text = (name: string) => dialog().getByRole('textbox', { name, exact: true })
export const button = (name: string | RegExp) => dialog().getByRole('button', { name })
export const save = () => button('Save changes').click()

interface Given extends Options {
  /** Overrides fields of the task; ana posted it. */
  of?: Partial<Task>
}

export async function openSheet({ of = {}, ...options }: Given = {}) {
  const me = options.me ?? person('ana')
  const scout = agent('scout')
  const bo = person('bo')
  const nest = space('Nest', { visibility: 'invite_only' })
  const root = newId()
  const shown = task(me, 12, 'Batch the token check', {
    space_id: nest.id,
    message_id: root,
    description: 'It is **slow**.',
    ...of,
  })
  const announced = announcement(shown, me, { space_id: nest.id })
  const app = await openApp({
    path: `/tasks?task=${shown.id}`,
    me,
    ...options,
    world: {
      spaces: [nest],
      agents: [scout],
      roster: [me, bo, scout].map((one) => rosterItem(one, nest.id)),
      tasks: [shown],
      posts: [announced],
      ...options.world,
    },
    answers(server, world) {
      const change = (part: Partial<Task>) => {
        const before = world.tasks[0] ?? expect.unreachable()
        const after = { ...before, ...part, version: before.version + 1, updated_at: ago() }
        world.tasks = [after]
        return after
      }
      const isOld = (version: number | null | undefined) => version !== world.tasks[0]?.version
      server.answer(taskRoutes.notes, () => ({ notes: [], next_cursor: null }))
      server.answer(taskRoutes.update, ({ body }) => {
        if (isOld(body.version)) return refusal(409, 'conflict', 'Somebody changed this task meanwhile.')
        const { title, description, priority, requirements, deadline, expected_minutes } = body
        const known = world.tasks[0]?.requirements ?? expect.unreachable()
        return change({
          ...(title != null && { title }),
          ...(description != null && { description }),
          ...(priority != null && { priority }),
          ...(expected_minutes != null && { expected_minutes }),
          ...(deadline !== undefined && { deadline }),
          requirements: {
            skills: requirements?.skills ?? known.skills,
            grooming_checklist: {
              ...known.grooming_checklist,
              ...Object.fromEntries(Object.entries(requirements?.grooming_checklist ?? {})),
            },
          },
        })
      })
      server.answer(taskRoutes.setStatus, ({ body }) => {
        if (isOld(body.version)) return refusal(409, 'conflict', 'Somebody changed this task meanwhile.')
        return change({ status: storedStatus(readStatus(body.status) ?? 'available', body.outcome) })
      })
      server.answer(taskRoutes.assign, ({ body }) => {
        if (isOld(body.version)) return refusal(409, 'conflict', 'Somebody changed this task meanwhile.')
        return change({
          assigned_agent: body.agent_id == null ? null : { id: scout.id, name: scout.username },
          assigned_user: body.user_id == null ? null : worker(bo),
        })
      })
      options.answers?.(server, world)
    },
  })
  const current = () => app.world.tasks[0] ?? expect.unreachable()

  /** Somebody else changes the task; with `hasEvent` this page gets the event. */
  function changeElsewhere(part: Partial<Task>, { hasEvent = true } = {}) {
    const changed = { ...current(), ...part, version: current().version + 1 }
    app.world.tasks = [changed]
    if (hasEvent) {
      app.server.emit(
        'task_update',
        { space_id: nest.id, at: ago(), action: 'updated', task: changed },
        nextSeq(),
      )
    }
    return changed
  }
  await expect.element(dialog()).toBeVisible()
  return { ...app, me, scout, bo, nest, shown, announced, current, changeElsewhere }
}
