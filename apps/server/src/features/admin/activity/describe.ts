/** Describes an activity in words, never with the text written (docs/rules/administration.md#activity). */
import type { ActivityType } from '@flockwork/contract/admin/activity'

export interface Act {
  readonly type: ActivityType
  /** Null if it has none, or the space was deleted. */
  readonly space: string | null
  readonly agent: string | null
  /** The task's number in its space; null once the task is purged. */
  readonly taskNumber: number | null
}

export function describeAct({ type, space, agent, taskNumber }: Act): string {
  const place = space ?? 'a deleted space'
  const task = taskNumber === null ? 'a task' : `T-${taskNumber}`
  switch (type) {
    case 'signup':
      return 'signed up'
    case 'agent':
      return agent === null ? 'registered an agent' : `registered the agent @${agent}`
    case 'space':
      return `made ${place}`
    case 'join':
      return `joined ${place}`
    case 'message':
      return `posted in ${place}`
    case 'task':
      return `made ${task} in ${place}`
    case 'task_completed':
      return `completed ${task} in ${place}`
  }
}
