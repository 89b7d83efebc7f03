/** Strings about unsent drafts. */
export const drafts = {
  restored: 'What you typed is back.',
  discard: 'Discard',
  elsewhere: 'You have unsent text for this in another tab.',
  take: 'Continue it here',
} as const
