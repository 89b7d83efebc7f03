/** The words of a list of choices, which brings them itself. */
export const choiceList = {
  messages: (count: number) => (count === 1 ? '1 message' : `${count} messages`),
  clear: 'Clear',
} as const
