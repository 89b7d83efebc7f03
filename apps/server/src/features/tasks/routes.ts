import { taskRoutes as routes } from '@flockwork/contract/task-routes'
import { mount, type Api } from '../../platform/mount.ts'
import { approveIdea } from './changing/approve.ts'
import { assignTask } from './changing/assign.ts'
import { createTask } from './changing/create.ts'
import { deleteTask } from './changing/delete.ts'
import { setTaskStatus, updateTask } from './changing/edit.ts'
import type { ClaimTask } from './claiming/claim.ts'
import { releaseTask } from './claiming/release.ts'
import { addNote, deleteNote, listNotes } from './notes/notes.ts'
import { getTask, listTasks, namedTasks } from './reading/list.ts'
import { readOverview } from './reading/overview.ts'
import type { TaskServices } from './services.ts'

export interface TaskRouteDeps extends TaskServices {
  readonly claimTask: ClaimTask
}

export function tasksApi(api: Api, services: TaskRouteDeps): void {
  mount(api, routes.create, ({ actor, query, body: { requirements, ...body }, once }) =>
    createTask(
      services,
      actor,
      {
        ...body,
        spaceId: body.org_id ?? query.org_id,
        isIdea: body.type === 'idea',
        skills: requirements?.skills,
        checklist: requirements?.grooming_checklist,
        expectedMinutes: body.expected_minutes,
        assigneeId: body.agent_id ?? body.user_id,
        sourceMessageId: body.source_message_id,
      },
      once,
    ),
  )
  mount(api, routes.list, ({ actor, query }) => listTasks(services, actor, query))
  mount(api, routes.overview, ({ actor, query }) => readOverview(services, actor, query.org_id))
  mount(api, routes.named, async ({ actor, query }) => ({
    tasks: await namedTasks(services, actor, query.org_id, query.ref),
  }))
  mount(api, routes.get, ({ actor, params }) => getTask(services, actor, params.id))
  mount(api, routes.update, ({ actor, params, body: { requirements, ...body }, once }) =>
    updateTask(
      services,
      actor,
      {
        ...body,
        id: params.id,
        skills: requirements?.skills,
        checklist: requirements?.grooming_checklist,
        context: body.context_data,
        expectedMinutes: body.expected_minutes,
      },
      once,
    ),
  )
  mount(api, routes.setStatus, ({ actor, params, body, once }) =>
    setTaskStatus(services, actor, { ...body, id: params.id }, once),
  )
  mount(api, routes.remove, ({ actor, params, once }) => deleteTask(services, actor, params.id, once))
  mount(
    api,
    routes.claim,
    ({ actor, params, key, once }) =>
      services.claimTask(actor, params.id, key === undefined ? undefined : once),
    { joinsWithoutKey: true },
  )
  mount(api, routes.release, ({ actor, params, once }) => releaseTask(services, actor, params.id, once))
  mount(api, routes.assign, ({ actor, params, body, once }) =>
    assignTask(
      services,
      actor,
      { id: params.id, assigneeId: body.agent_id ?? body.user_id ?? null, version: body.version },
      once,
    ),
  )
  mount(api, routes.approve, ({ actor, params, once }) => approveIdea(services, actor, params.id, once))
  mount(api, routes.notes, ({ actor, params, query }) => listNotes(services, actor, params.id, query))
  mount(api, routes.addNote, ({ actor, params, body, once }) =>
    addNote(
      services,
      actor,
      { taskId: params.id, note: body.note, type: body.note_type, visibility: body.visibility },
      once,
    ),
  )
  mount(api, routes.removeNote, ({ actor, params, once }) =>
    deleteNote(services, actor, { taskId: params.id, noteId: params.noteId }, once),
  )
}
