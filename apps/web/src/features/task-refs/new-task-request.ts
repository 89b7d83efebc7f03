/** Requests for the new-task dialog, which a room above the requesting ones opens. */

/** The dialog's initial values. */
export interface NewTaskDraft {
  readonly title?: string
  readonly description?: string
  /** The message that the task is created from. */
  readonly sourceMessageId?: string
}

type Listener = (draft: NewTaskDraft) => void

const listeners = new Set<Listener>()

/** @returns whether a listener opens the dialog */
export function requestNewTask(draft: NewTaskDraft = {}): boolean {
  for (const listener of listeners) listener(draft)
  return listeners.size > 0
}

/** @returns a function that unsubscribes */
export function onNewTaskRequest(listener: Listener): () => void {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}
