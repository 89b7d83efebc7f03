/** How a message sounds, in a word. The part that shows it brings them itself. */
export const sentimentWords = { positive: 'Positive', negative: 'Negative', neutral: 'Neutral' } as const
