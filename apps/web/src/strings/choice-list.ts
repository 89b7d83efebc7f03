/** Strings of a list of choices; loaded with it. */
export const choiceList = {
  messages: (count: number) => (count === 1 ? '1 message' : `${count} messages`),
  clear: 'Clear',
} as const
