/** Strings of a message's dialogs: editing, deleting, earlier versions; loaded with them. */
export const messageWindows = {
  editLabel: 'Edit message',
  editHint: 'Press Enter to save • Esc to cancel',
  save: 'Save',
  saving: 'Saving...',
  updated: 'Message updated',
  editFailed: 'Edit failed',
  updateFailed: 'Update failed',

  deleteTitle: 'Delete message',
  deleteQuestion: 'Delete this message? This cannot be undone.',
  deleteReason: 'Reason',
  deleteReasonDefault: 'Removed by author',
  erase: 'Erase for good',
  eraseHint: 'The text and its history go too. Without this, administrators can still read them.',
  deleting: 'Deleting...',
  deleted: 'Message deleted',
  deleteFailed: 'Delete failed',

  historyHint: 'What this message said before it was changed, newest first.',
  historyLoading: 'Loading earlier texts',
  historyFailed: 'Earlier texts could not be loaded.',
  historyEmpty: 'There are no earlier texts.',
  replacedBy: (who: string) => `until @${who} changed it`,
} as const
