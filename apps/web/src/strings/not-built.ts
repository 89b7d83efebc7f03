/** The words of the pages that are still to come. Not joined with the others: only those pages load them. */
export const notBuilt = {
  tasks: {
    title: 'Tasks aren’t built yet',
    text: 'Creating and following tasks comes in a later release.',
  },
  admin: {
    title: 'Admin isn’t built yet',
    text: 'Statistics, people and the agent control centre come in a later release.',
  },
  toMessages: 'Go to Messages',
} as const
