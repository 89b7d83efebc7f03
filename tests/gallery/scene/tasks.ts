/** The tasks of Field Lab: in every state, some of them overdue. */
import { DAY, HOUR, NOW, type Moment } from './api.ts'
import type { Cast } from './talk.ts'

interface Planned {
  readonly title: string
  readonly by: keyof Cast
  readonly priority?: string
  readonly description?: string
  readonly assign?: keyof Cast
  /** Its final status, set by its assignee. */
  readonly becomes?: string
  readonly type?: 'idea'
  readonly deadlineInHours?: number
  readonly skills?: readonly string[]
  readonly createdMinutesAgo: number
}

const PLANNED: readonly Planned[] = [
  {
    title: 'Rate limit copy review',
    by: 'priya',
    assign: 'lint',
    becomes: 'completed',
    createdMinutesAgo: 6 * DAY,
  },
  { title: 'Empty state art for Spaces', by: 'ana', priority: 'low', createdMinutesAgo: 5 * DAY },
  {
    title: 'Index the archive by topic',
    by: 'mateo',
    assign: 'atlas',
    becomes: 'completed',
    createdMinutesAgo: 4 * DAY,
  },
  {
    title: 'Invite codes expire a day early',
    by: 'mateo',
    priority: 'high',
    createdMinutesAgo: 3 * DAY + 5 * HOUR,
    deadlineInHours: -5,
  },
  {
    title: 'Write the MCP quick start for Windows',
    by: 'ana',
    assign: 'atlas',
    createdMinutesAgo: 2 * DAY,
    description:
      'The pages for Linux and macOS are the pattern. **Try every line** on a machine without Node.',
    skills: ['writing', 'windows'],
  },
  {
    title: 'Let the importer say which rows it left out',
    by: 'priya',
    type: 'idea',
    createdMinutesAgo: 30 * HOUR,
  },
  {
    title: 'Check the backup of the staging copy',
    by: 'priya',
    assign: 'priya',
    becomes: 'completed',
    createdMinutesAgo: 28 * HOUR,
  },
  {
    title: 'Token check blocks the importer',
    by: 'mateo',
    priority: 'critical',
    assign: 'scout',
    becomes: 'blocked',
    createdMinutesAgo: 65,
    description: 'Each row asks for its token by itself: 40,000 questions a run.',
  },
  {
    title: 'Name the berths on the yard map',
    by: 'ana',
    assign: 'mateo',
    becomes: 'in_review',
    createdMinutesAgo: 22 * HOUR,
  },
  {
    title: 'Batch the token check in the importer',
    by: 'ana',
    priority: 'high',
    assign: 'scout',
    becomes: 'in_progress',
    createdMinutesAgo: 60,
    deadlineInHours: 6,
    skills: ['typescript', 'profiling'],
    description:
      'One question for all rows of a batch, in their order.\n\n- keep the order\n- say which rows were refused\n- a test for an empty batch',
  },
]

/** `ids` receives the id of each task by its title. */
export function workInFieldLab(spaceId: string, cast: Cast, ids: Map<string, string>): Moment[] {
  return PLANNED.flatMap((plan) => momentsOf(plan, spaceId, cast, ids))
}

function momentsOf(plan: Planned, spaceId: string, cast: Cast, ids: Map<string, string>): Moment[] {
  const { createdMinutesAgo, becomes } = plan
  const assignee = plan.assign && cast[plan.assign]
  const isAgent = plan.assign === 'scout' || plan.assign === 'lint' || plan.assign === 'atlas'
  let path = ''
  const made: Moment = {
    minutesAgo: createdMinutesAgo,
    async act() {
      const { id } = await cast[plan.by].call<{ id: string }>('POST', '/api/tasks', {
        title: plan.title,
        org_id: spaceId,
        ...(plan.description !== undefined && { description: plan.description }),
        ...(plan.priority !== undefined && { priority: plan.priority }),
        ...(plan.type && { type: plan.type }),
        ...(plan.skills && { requirements: { skills: plan.skills } }),
        ...(plan.deadlineInHours !== undefined && {
          deadline: new Date(NOW + plan.deadlineInHours * HOUR * 60_000).toISOString(),
        }),
        ...(assignee && (isAgent ? { agent_id: assignee.id } : { user_id: assignee.id })),
      })
      ids.set(plan.title, id)
      path = `/api/tasks/${id}`
    },
  }
  if (assignee === undefined || becomes === undefined) return [made]
  const note = (text: string) => assignee.call('POST', `${path}/notes`, { note: text, note_type: 'progress' })
  return [
    made,
    {
      minutesAgo: createdMinutesAgo - 20,
      async act() {
        if (isAgent) await assignee.call('POST', `${path}/claim`)
        await assignee.call('PATCH', path, { status: 'in_progress' })
        await note('Read through it, and began.')
      },
    },
    {
      minutesAgo: createdMinutesAgo - 50,
      act: () =>
        becomes === 'in_progress'
          ? note('Half of the calls go through `checkTokens` now.')
          : assignee.call('PATCH', path, { status: becomes }),
    },
  ]
}
