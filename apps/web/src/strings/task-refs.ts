/** The words of tasks where other pages show them. Not joined with the others: each page brings what it shows. */
export const taskRefWords = {
  idea: 'Idea',
  claimed: 'Claimed',
  unassigned: 'Unassigned',
} as const
