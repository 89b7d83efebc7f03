/** The words about texts that were typed and not sent. */
export const drafts = {
  restored: 'What you typed is back.',
  discard: 'Discard',
  elsewhere: 'You have unsent text for this in another tab.',
  take: 'Continue it here',
} as const
