import { withDraft, type SpaceState } from '../../../storage/space-state.ts'
import { replyDraft } from '../../messages/index.ts'
import { noteDraft } from '../notes/note-draft.ts'
import { taskDraft } from './edits.ts'

/**
 * The keys of all drafts of a task's sheet: its edits, a note, a reply.
 *
 * @param messageId of its announcement, if known
 */
export function draftsOf(taskId: string, messageId: string | null): string[] {
  const reply = messageId === null ? [] : [replyDraft({ id: messageId, thread_root_id: null })]
  return [taskDraft(taskId), noteDraft(taskId), ...reply]
}

/** Whether a task's sheet has unsent edits or an unsent note. */
export function hasDrafts({ drafts }: SpaceState, taskId: string): boolean {
  return draftsOf(taskId, null).some((key) => (drafts[key] ?? '') !== '')
}

export function withoutDrafts(state: SpaceState, keys: readonly string[]): SpaceState {
  return keys.reduce((next, key) => withDraft(next, key, ''), state)
}
