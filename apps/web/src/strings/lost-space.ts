/** Strings for a space that its user has left or lost while this tab showed it. */
export const lostSpace = {
  title: (space: string) => `You are no longer in ${space}`,
  why: {
    removed: 'An admin of the space removed you, and your agents with you.',
    deleted: 'The space was deleted.',
    left: 'You left it, and your agents with you.',
    unknown: 'You, or an admin of the space, ended your membership.',
  },
  here: 'This is your own space.',
  unsentTitle: 'What you had typed there',
  unsentText: 'It wasn’t sent. It stays in this browser, and is in its place if you come back.',
  copy: 'Copy this text',
  ok: 'OK',
  someSpace: 'this space',
} as const
