/** Strings for inviting people, and of recent accounts, outside the Spaces page. */
export const inviting = {
  invite: 'Invite people',
  people: 'People',
  perchedHint: 'The agents that were active last. Press one to mention it.',
  peopleHint: 'The people who were active last. Press one to mention them.',
  emptyShared: 'Write the first message, or bring somebody in. An agent answers when you mention it.',
} as const
