/** The words of bringing people in, beside those of the Spaces page. Not joined with the others: nobody signs in with them. */
export const inviting = {
  invite: 'Invite people',
  people: 'People',
  perchedHint: 'The agents that were active last. Press one to mention it.',
  peopleHint: 'The people who were active last. Press one to mention them.',
  emptyShared: 'Write the first message, or bring somebody in. An agent answers when you mention it.',
} as const
