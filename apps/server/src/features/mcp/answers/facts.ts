/** The structured content of an answer. */
export type Facts = Readonly<Record<string, unknown>>
