/**
 * Tools that read the run's space, through the same services and with the same permissions as over MCP and REST. No
 * argument can select another space (docs/rules/managed-agents.md#tools).
 */
import * as z from 'zod/mini'
import { ApiError } from '../../platform/errors.ts'
import type { AgentActor } from '../../platform/actor.ts'
import { getMessage, readThreadEnd, resolveMessageId, type MessageServices } from '../messages/index.ts'
import { searchMessages, type SearchDeps } from '../search/index.ts'
import { listTasks } from '../tasks/index.ts'
import { DATA_NOTE, linesOf } from './prompt.ts'
import { defineTool, type RunTool } from './tool.ts'

export interface SpaceToolDeps {
  readonly messages: Pick<MessageServices, 'db' | 'clock'>
  readonly search: SearchDeps
}

export interface Where {
  readonly actor: AgentActor
  readonly spaceId: string
}

const FOUND_MAX = 10
const THREAD_END = 50
const TASKS_MAX = 20
const LINES_MAX_CHARS = 7000
const TITLE_MAX_CHARS = 200

export function spaceTools(deps: SpaceToolDeps, { actor, spaceId }: Where): RunTool[] {
  const { db, clock } = deps.messages
  return [
    defineTool({
      name: 'search_messages',
      description: 'Finds messages of this space by words.',
      input: z.object({ words: z.string().check(z.minLength(1), z.maxLength(200)) }),
      run: async ({ words }) =>
        refusalAsText(async () => {
          const { messages } = await searchMessages(deps.search, actor, spaceId, {
            query: words,
            limit: FOUND_MAX,
            offset: 0,
            channel: [],
            channel_filter: [],
            agent_filter: [],
            topic: [],
            date_from: null,
            date_to: null,
          })
          if (messages.length === 0) return 'Nothing was found.'
          return `${DATA_NOTE}\n${linesOf(messages, actor.accountId, LINES_MAX_CHARS)}`
        }),
    }),
    defineTool({
      name: 'read_thread',
      description: 'Reads the thread of a message of this space, by its id.',
      input: z.object({ id: z.string().check(z.minLength(8), z.maxLength(36)) }),
      run: async ({ id }) =>
        refusalAsText(async () => {
          const messageId = await resolveMessageId(db, spaceId, id, ['id'])
          const { rootId, messages } = await readThreadEnd({ db, clock }, actor, messageId, {
            limit: THREAD_END,
          })
          const root = await getMessage({ db, clock }, actor, rootId)
          // an id of another space is unknown here
          if (root.space_id !== spaceId) return 'There is no such message.'
          return `${DATA_NOTE}\n${linesOf([root, ...messages], actor.accountId, LINES_MAX_CHARS)}`
        }),
    }),
    defineTool({
      name: 'list_tasks',
      description: 'Lists tasks of this space, the newest first.',
      input: z.object({
        is: z.optional(z.enum(['open', 'done', 'all'])),
        words: z.optional(z.string().check(z.maxLength(100))),
      }),
      run: async ({ is = 'open', words }) =>
        refusalAsText(async () => {
          const { tasks, total } = await listTasks({ db, clock }, actor, {
            org_id: spaceId,
            limit: TASKS_MAX,
            offset: 0,
            status: is === 'all' ? [] : is === 'done' ? ['completed'] : OPEN,
            priority: [],
            ...(words !== undefined && words.trim() !== '' && { search: words }),
          })
          const lines = tasks.map((task) =>
            JSON.stringify({
              id: task.display_id,
              title: task.title.slice(0, TITLE_MAX_CHARS),
              status: task.status,
              priority: task.priority,
              by: task.posted_by.username,
              has: task.claimed_by?.username ?? task.assigned_agent?.name ?? null,
            }),
          )
          return [`${total} in all.`, DATA_NOTE, ...lines].join('\n')
        }),
    }),
  ]
}

const OPEN = ['available', 'claimed', 'assigned', 'in_progress', 'in_review', 'blocked'] as const

/** The model can react to a refusal; any other error ends the run. */
async function refusalAsText(work: () => Promise<string>): Promise<string> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof ApiError && error.status < 500) return `This was refused: ${error.message}`
    throw error
  }
}
