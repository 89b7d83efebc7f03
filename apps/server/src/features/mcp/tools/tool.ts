/** What every tool is given and answers. */
import type {
  CallToolResult,
  RequestId,
  StandardSchemaWithJSON,
  ToolAnnotations,
} from '@modelcontextprotocol/server'
import type * as z from 'zod/mini'
import type { Message } from '@flockwork/contract/messages'
import type { AgentScope } from '@flockwork/contract/policy/scopes'
import type { Actor } from '../../../platform/actor.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/database.ts'
import { invalid } from '../../../platform/errors.ts'
import { requireScope } from '../../../platform/mount.ts'
import type { Limit } from '../../../platform/rate-limit.ts'
import type { Breaker } from '../../agents/index.ts'
import type { MessageServices } from '../../messages/index.ts'
import type { Hub } from '../../realtime/index.ts'
import { published, readArguments, tidyArguments, type ArgumentsSchema, type Given } from './arguments.ts'
import type { Call } from '../call.ts'
import type { Mailbox } from '../mailbox/mailbox.ts'
import { withNote } from '../answers/result.ts'
import type { Waits } from '../waiting/waits.ts'

export interface ToolServices {
  readonly db: Db
  readonly clock: Clock
  readonly hub: Hub
  readonly messages: MessageServices
  readonly mailbox: Mailbox
  readonly waits: Waits
  readonly breaker: Pick<Breaker, 'pausedUntil' | 'onChange'>
  /** The address that people and agents reach this instance at. */
  readonly address: () => string
  /** What is remembered about the account is stale, on every node; its streams and waits are asked anew. */
  readonly invalidateAccount: (accountId: string) => Promise<void>
  /** What the gate lets each caller have in a minute. */
  readonly callLimits: Readonly<Record<'requests' | 'writes', Pick<Limit, 'max'>>>
  /** Notes that the agent is there, while it waits. */
  readonly touch: (agentId: string) => void
  /** The caller was handed these messages: what was addressed to it among them is delivered. */
  readonly onHanded: (readerId: string, spaceId: string, messages: readonly Message[]) => void
  /** Something went wrong that the answer doesn't tell. */
  readonly onError: (error: unknown) => void
}

export interface ToolServicesOfCall extends ToolServices {
  /** Counts the call. @throws RateLimited */
  readonly admit: (actor: Actor, isWrite: boolean) => void
  /** The call ended in this error, which may count for the agent's circuit breaker. */
  readonly noteFailure: (actor: Actor, isWrite: boolean, error: unknown) => Promise<void>
}

/** One call of a tool. */
export interface ToolCall extends Call {
  readonly requestId: RequestId
  /** Aborted when the client went away. */
  readonly gone: AbortSignal
  /** Tells the client that the call lives; absent when it didn't ask for that. */
  readonly progress: ((elapsedSeconds: number, totalSeconds: number) => void) | undefined
}

/** One action of a tool, and what an agent's credential must be given for it. */
export interface Action<S extends ArgumentsSchema> {
  readonly scope: AgentScope
  readonly run: (services: ToolServices, call: ToolCall, args: z.infer<S>) => Promise<CallToolResult>
}

/** The actions that the schema publishes; a tool without the argument `action` has one. */
type ActionName<S extends ArgumentsSchema> = S extends {
  shape: { action: infer Field extends z.ZodMiniType }
}
  ? NonNullable<z.infer<Field>> & string
  : 'only'

interface ToolSpec<S extends ArgumentsSchema> {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly schema: S
  /** The shape of the answer, for clients that want to know it before. */
  readonly answer?: StandardSchemaWithJSON
  readonly hints: Pick<ToolAnnotations, 'readOnlyHint' | 'destructiveHint' | 'idempotentHint'>
  /** Other names of arguments and of what they may be; the note is told beside the answer. */
  readonly tolerate?: (given: Given) => { readonly tolerated: Given; readonly note: string | undefined }
  /** Every action that the schema publishes. */
  readonly actions: Readonly<Record<ActionName<S>, Action<S>>>
  /** What a call without an action is. */
  readonly defaultAction: NoInfer<ActionName<S>>
  /** Adds to each action's answer. */
  readonly complete?: (
    answer: CallToolResult,
    services: ToolServices,
    call: ToolCall,
    args: z.infer<S>,
  ) => CallToolResult | Promise<CallToolResult>
}

export interface Tool {
  readonly name: string
  /** What is published of it. */
  readonly config: {
    readonly title: string
    readonly description: string
    readonly inputSchema: StandardSchemaWithJSON<Given, Given>
    readonly outputSchema?: StandardSchemaWithJSON
    readonly annotations: ToolAnnotations
  }
  /** @throws what the call meets; Invalid for wrong arguments. */
  run(services: ToolServicesOfCall, call: ToolCall, given: Given): Promise<CallToolResult>
}

/** To be called once a tool: converting schemas costs more than a call. */
export function defineTool<S extends ArgumentsSchema>(spec: ToolSpec<S>): Tool {
  const { name, title, description, schema, answer, hints, tolerate, defaultAction, complete } = spec
  const actions = new Map<string, Action<S>>(Object.entries(spec.actions))
  return {
    name,
    config: {
      title,
      description,
      inputSchema: published(schema),
      ...(answer !== undefined && { outputSchema: answer }),
      annotations: { title, ...hints, openWorldHint: false },
    },
    async run(services, call, given) {
      const { tolerated, note } = tolerate?.(given) ?? { tolerated: given, note: undefined }
      const tidied = tidyArguments(schema, tolerated)
      const named = tidied['action'] ?? defaultAction
      const action = typeof named === 'string' ? actions.get(named) : undefined
      // one that there isn't is counted as a read and refused, in the words of the schema
      services.admit(call.actor, action !== undefined && action.scope !== 'mcp')
      if (action !== undefined) requireScope(call.actor, action.scope)
      const args = readArguments(schema, tidied)
      if (action === undefined) throw invalid(['action'], `must be one of ${[...actions.keys()].join(', ')}`)

      const answered = await action.run(services, call, args)
      const result = (await complete?.(answered, services, call, args)) ?? answered
      return note === undefined ? result : withNote(result, note)
    },
  }
}
