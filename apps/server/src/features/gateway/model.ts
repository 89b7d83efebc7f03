/** Requests to a model and the parts of its answers, independent of the library. */

export interface ModelTool {
  readonly name: string
  readonly description: string
  /** A JSON Schema of its arguments. */
  readonly parameters: Readonly<Record<string, unknown>>
}

export interface ModelCall {
  readonly id: string
  readonly name: string
  /** JSON, unless the model made a mistake. */
  readonly input: string
}

export type Turn =
  | { readonly role: 'user'; readonly text: string }
  | { readonly role: 'model'; readonly text: string; readonly calls: readonly ModelCall[] }
  | {
      readonly role: 'tools'
      readonly results: readonly { readonly call: ModelCall; readonly text: string }[]
    }

export interface ModelRequest {
  readonly model: string
  readonly system: string
  readonly turns: readonly Turn[]
  readonly tools: readonly ModelTool[]
  readonly maxOutputTokens: number
}

export interface ModelUsage {
  readonly inputTokens: number
  readonly outputTokens: number
}

export type ModelPart =
  | { readonly type: 'text'; readonly text: string }
  /** Reasoning, or the arguments of a tool call: output that is paid for but not shown. */
  | { readonly type: 'unseen'; readonly text: string }
  | { readonly type: 'call'; readonly call: ModelCall }
  /** The last part. `usage` is null if the endpoint doesn't report it. */
  | { readonly type: 'end'; readonly usage: ModelUsage | null }
