/** Strings of /join/CODE. */
export const joinPage = {
  loading: 'Looking the invite up',
  title: (space: string) => `Join ${space}`,
  invitedBy: (name: string) => `${name} invites you.`,
  people: (count: number) => (count === 1 ? '1 person is in it' : `${count} people are in it`),
  as: (username: string) => `You join as ${username}.`,
  join: 'Join',
  joining: 'Joining',
  signIn: 'Sign in to join',
  signInText: 'Sign in or create an account. Then you are in it.',
  open: 'Open',
  memberTitle: (space: string) => `You are in ${space}`,
  memberText: 'This invite leads to a space that you are in already.',
  badTitle: 'This invite doesn’t work',
  badText:
    'It is wrong, has ended, or was used up. Ask whoever sent it for a new one, and check that you have the whole link.',
  tooManyTitle: 'Too many attempts',
  tooMany: (minutes: number) =>
    minutes <= 1 ? 'Try again in a minute.' : `Try again in ${minutes} minutes.`,
  failed: 'The invite could not be looked up',
  joinFailed: 'You could not join. Try again.',
  toApp: 'Go to Flockwork',
} as const
