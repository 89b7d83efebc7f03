import { TASK_TITLE_MAX_CHARS } from '@flockwork/contract/limits'
import type { Message } from '@flockwork/contract/messages'
import { firstCharacters } from '@flockwork/contract/text/characters'
import { plainLines } from '../../../ui/plain-text.ts'
import { requestNewTask, type NewTaskDraft } from '../../task-refs/index.ts'

/** Whether a task may be made from this message: not from an announcement, a demo's message or a deleted one. */
export function mayMakeTask({ is_task, deleted_at, metadata }: Message): boolean {
  return !is_task && deleted_at === null && metadata.demo !== true
}

/** Opens the dialog for a new task, prefilled from the message. */
export function makeTask(message: Pick<Message, 'id' | 'content'>): void {
  requestNewTask(taskDraft(message))
}

/** The first line that has words as the title; the whole text as the description, if it says more. */
export function taskDraft({ id, content }: Pick<Message, 'id' | 'content'>): NewTaskDraft {
  const first = plainLines(content)[0] ?? ''
  const cut = firstCharacters(first, TASK_TITLE_MAX_CHARS)
  const title = cut === first ? first : `${firstCharacters(first, TASK_TITLE_MAX_CHARS - 1)}…`
  return { title, ...(content.trim() !== title && { description: content }), sourceMessageId: id }
}
