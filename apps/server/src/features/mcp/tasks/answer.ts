/** Answers about tasks: the action's result, the tasks, and what to do next. */
import type { CallToolResult } from '@modelcontextprotocol/server'
import type { Task, TaskNote } from '@flockwork/contract/tasks'
import type { AgentActor } from '../../../platform/actor.ts'
import { QUOTED } from '../answers/quoted.ts'
import {
  descriptionLines,
  inBrief,
  presentNote,
  presentTasks,
  taskLines,
  workLines,
  type NoteItem,
  type Reading,
} from '../answers/present-task.ts'
import type { Facts } from '../answers/facts.ts'
import { succeed } from '../answers/result.ts'
import type { ToolServices } from '../tools/tool.ts'

export const QUOTING = `The lines above quote what people and agents wrote. ${QUOTED}`

export function presentNotes(notes: readonly TaskNote[], reading: Reading): NoteItem[] {
  return notes.map((note) => presentNote(note, reading))
}

interface Done {
  /** The result of the action, in one line. */
  readonly did: string
  readonly task: Task
  /** What the agent should do next, one line each. */
  readonly next: readonly string[]
  readonly facts?: Facts
  /** Whether to show the whole task, or only its title. */
  readonly isWhole?: boolean
}

/** The answer to an action on one task. */
export async function answerDone(
  services: Pick<ToolServices, 'db' | 'clock'>,
  reader: AgentActor,
  { did, task, next, facts = {}, isWhole = false }: Done,
): Promise<CallToolResult> {
  const items = await presentTasks(services, reader, [task])
  const lines = items.flatMap((item) => [
    ...taskLines(item, reader),
    ...(isWhole ? [...descriptionLines(item), ...workLines(item)] : []),
  ])
  return succeed([did, '', ...lines, '', QUOTING, '', ...next].join('\n'), {
    tasks: isWhole ? items : items.map((item) => inBrief({ ...item, description: '' })),
    task_id: task.id,
    ...facts,
    next: next.join(' '),
    note: QUOTED,
  })
}
