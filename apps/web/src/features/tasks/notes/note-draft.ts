import { NOTE_TYPES, NOTE_VISIBILITIES, type NoteType, type NoteVisibility } from '@flockwork/contract/tasks'
import { asRecord } from '../../../api/api-error.ts'

/** A note's form values; the names match the request body. */
export interface NoteValues {
  readonly note: string
  readonly note_type: NoteType
  readonly visibility: NoteVisibility
}

export const EMPTY_NOTE: NoteValues = { note: '', note_type: 'general', visibility: 'public' }

export function noteDraft(taskId: string): string {
  return `task-note:${taskId}`
}

/** Parses a stored draft; null without a text. */
export function parseNote(stored: unknown): NoteValues | null {
  const { note, note_type: type, visibility } = asRecord(stored) ?? {}
  if (typeof note !== 'string' || note.trim() === '') return null
  return {
    note,
    note_type: NOTE_TYPES.find((one) => one === type) ?? EMPTY_NOTE.note_type,
    visibility: NOTE_VISIBILITIES.find((one) => one === visibility) ?? EMPTY_NOTE.visibility,
  }
}
