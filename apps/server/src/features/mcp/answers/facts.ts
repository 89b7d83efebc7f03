/** What an answer says, by name. */
export type Facts = Readonly<Record<string, unknown>>
