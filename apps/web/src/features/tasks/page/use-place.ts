import { useSignedIn } from '../../../api/use-session.ts'
import { useSpaces } from '../../spaces/index.ts'
import { useTask } from '../state/use-task.ts'

/** The location of what the URL names. */
export type TasksPlace =
  | { readonly kind: 'unknown' }
  | { readonly kind: 'here' }
  /** In another of the user's spaces. */
  | { readonly kind: 'otherSpace'; readonly spaceId: string }
  | { readonly kind: 'missing'; readonly what: 'task' | 'space' }
  /** Unknown: the task can't be loaded right now. */
  | { readonly kind: 'failed'; readonly retry: () => void }

const HERE: TasksPlace = { kind: 'here' }
const UNKNOWN: TasksPlace = { kind: 'unknown' }

/** The space of the task or view in the URL, where it opens (docs/rules/messages.md#addresses). */
export function usePlace(taskId: string | null, wanted: string | null): TasksPlace {
  const { spaceId } = useSignedIn()
  const { spaces } = useSpaces()
  const { task, isGone, error, refetch } = useTask(taskId)

  if (taskId !== null) {
    if (task) return task.space_id === spaceId ? HERE : { kind: 'otherSpace', spaceId: task.space_id }
    if (isGone) return { kind: 'missing', what: 'task' }
    return error ? { kind: 'failed', retry: () => void refetch() } : UNKNOWN
  }
  if (wanted === null || wanted === spaceId) return HERE
  if (!spaces) return UNKNOWN
  const isOurs = spaces.some(({ id }) => id === wanted)
  return isOurs ? { kind: 'otherSpace', spaceId: wanted } : { kind: 'missing', what: 'space' }
}
