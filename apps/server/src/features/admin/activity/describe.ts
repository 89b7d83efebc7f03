/** What somebody did, in words, and never what they wrote (docs/rules/administration.md#activity). */
import type { ActivityType } from '@flockwork/contract/admin/activity'

export interface Act {
  readonly type: ActivityType
  /** Null where it has none, or it is gone. */
  readonly space: string | null
  readonly agent: string | null
  /** Of the task in its space; null once that is purged. */
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
