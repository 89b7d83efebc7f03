/** How the programs of one vendor talk to their model. */

/** What a model does next: call a tool, or say that it is done. */
export type Step = { readonly tool: string; readonly given: object } | 'done'

/** What a request shows the model. */
export interface Shown {
  /** False for a request outside the conversation, such as one for a title. */
  readonly isConversation: boolean
  /** What tools answered so far, oldest first, as the model reads it. */
  readonly results: readonly string[]
}

export interface Protocol {
  /** Whether a request to this path wants the model's next step. */
  readonly asksModel: (path: string) => boolean
  readonly read: (body: Json) => Shown
  /** What the model does before the steps of a test. */
  readonly prelude?: readonly Step[]
  /** The events of the stream for the step. */
  readonly stepEvents: (step: Step, id: string) => readonly Json[]
  /** The answer to any other request, such as one that counts tokens. */
  readonly otherAnswer: Json
}

export interface Json {
  readonly [name: string]: unknown
}

/** The objects of a list; empty if it isn't one. */
export function listIn(value: unknown): readonly Json[] {
  return Array.isArray(value) ? (value as Json[]) : []
}

/** A text, or the texts of a list of parts. */
export function textIn(value: unknown): string {
  if (typeof value === 'string') return value
  return listIn(value)
    .map(({ text }) => (typeof text === 'string' ? text : ''))
    .join('\n')
}
