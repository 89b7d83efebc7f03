/** Strings of a message's sentiment; loaded with the component that shows it. */
export const sentimentWords = { positive: 'Positive', negative: 'Negative', neutral: 'Neutral' } as const
