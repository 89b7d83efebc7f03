/** Strings of tasks on other pages, which load what they show. */
export const taskRefWords = {
  idea: 'Idea',
  claimed: 'Claimed',
  unassigned: 'Unassigned',
} as const
