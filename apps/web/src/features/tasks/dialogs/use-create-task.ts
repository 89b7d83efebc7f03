import type { Task } from '@flockwork/contract/tasks'
import type { taskRoutes } from '@flockwork/contract/task-routes'
import type { Input, RouteSpec } from '@flockwork/contract/route'
import { useRef } from 'react'
import { randomId } from '../../../api/random-id.ts'
import { useServices } from '../../../api/services.ts'
import { useSignedIn } from '../../../api/use-session.ts'
import type { NewTaskDraft } from '../../task-refs/index.ts'
import { mayHaveHappened } from '../../../api/attempts.ts'
import type { StoredDraft } from '../drafts/use-stored-draft.ts'
import { useTaskCache } from '../state/use-task-cache.ts'
import { skillsIn } from './checks.ts'
import { fromLocalInput } from './deadline.ts'
import type { NewTaskValues, UnsentTask } from './new-task-draft.ts'

type BodyOf<R extends RouteSpec> = R extends { readonly body: infer S } ? Input<S> : never
type NewTaskBody = BodyOf<typeof taskRoutes.create>

interface CreateTask {
  /** Rejects with the refusal; a call without a response is retried with its key, even after a page load. */
  create: (values: NewTaskValues) => Promise<Task>
  /** Stored with the draft. */
  attempt: () => UnsentTask['attempt']
}

export function useCreateTask(draft: StoredDraft<UnsentTask>, request: NewTaskDraft): CreateTask {
  const { api } = useServices()
  const { spaceId } = useSignedIn()
  const cache = useTaskCache()
  const last = useRef<UnsentTask['attempt']>(draft.initial?.attempt ?? null)

  return {
    attempt: () => last.current,
    async create(values) {
      const body = bodyOf(values, request, spaceId)
      const of = JSON.stringify(body)
      const attempt = last.current?.of === of ? last.current : { key: randomId(), of }
      last.current = attempt
      // before the response: the page may be closed meanwhile
      draft.save({ values, attempt })
      try {
        const task = await api.tasks.create({ body, key: attempt.key })
        draft.save(null)
        cache.replace(task)
        void cache.refetch()
        return task
      } catch (error) {
        if (!mayHaveHappened(error)) last.current = null
        draft.save({ values, attempt: last.current })
        throw error
      }
    },
  }
}

function bodyOf(values: NewTaskValues, request: NewTaskDraft, spaceId: string | null): NewTaskBody {
  const { title, description, priority, type, assignee, skills, deadline, expected_minutes } = values
  const { requirements_clear, success_criteria, effort_estimated } = values
  return {
    title: title.trim(),
    description: description.trim(),
    priority,
    type,
    requirements: {
      skills: skillsIn(skills),
      grooming_checklist: { requirements_clear, success_criteria, effort_estimated },
    },
    deadline: fromLocalInput(deadline),
    expected_minutes: Number(expected_minutes),
    // an idea is assigned once it is approved
    ...(type === 'task' &&
      assignee &&
      (assignee.type === 'agent' ? { agent_id: assignee.id } : { user_id: assignee.id })),
    ...(request.sourceMessageId !== undefined && { source_message_id: request.sourceMessageId }),
    ...(spaceId !== null && { org_id: spaceId }),
  }
}
