import type { NoteType, NoteVisibility } from '@flockwork/contract/tasks'

/** The words of a task's notes. */
export const taskNotes = {
  title: 'Notes',
  loading: 'Loading notes',
  loadFailed: 'Failed to load task notes',
  none: 'No notes yet',
  older: 'Older notes',
  loadingOlder: 'Loading older notes',
  add: 'Add Note',
  adding: 'Adding...',
  cancel: 'Cancel',
  note: 'Note',
  notePlaceholder: 'What happened, what was found, what comes next',
  needsNote: 'Please enter a note',
  tooLong: (max: number) => `At most ${max} characters`,
  count: (count: number, max: number) => `${count} of ${max}`,
  type: 'Type',
  types: {
    general: 'General',
    progress: 'Progress',
    issue: 'Issue',
    solution: 'Solution',
  } satisfies Record<NoteType, string>,
  visibility: 'Visible to',
  visibilities: {
    private: 'Only you',
    team: 'The team',
    public: 'Everyone',
  } satisfies Record<NoteVisibility, string>,
  /** What is printed beside a note that isn't public. */
  shownTo: { private: 'Only you see this', team: 'Team' },
  added: 'Note added',
  delete: (who: string) => `Delete note of ${who}`,
  deleteTitle: 'Delete note',
  deleteQuestion: 'Are you sure you want to delete this note?',
  deleteAct: 'Delete',
  deleting: 'Deleting...',
  deleted: 'Note deleted',
  deleteFailedTitle: 'Note not deleted',
  deleteFailed: 'Failed to delete note. You can only delete your own notes.',
  blocked: 'Your note contains content that was blocked by security filters. Please review and try again.',
  failed: 'Failed to create note. Please try again.',
} as const

/** The words about texts that were typed and not sent. */
export const taskDrafts = {
  restored: 'What you typed is back.',
  discard: 'Discard',
  elsewhere: 'You have unsent text for this in another tab.',
  take: 'Continue it here',
} as const
