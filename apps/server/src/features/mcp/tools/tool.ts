/**
 * A tool: its arguments, its actions with their scopes, and the context of a call.
 *
 * `defineTool` does what all tools share: tolerant parsing of the arguments, the rate limit, the scope.
 */
import type {
  CallToolResult,
  RequestId,
  StandardSchemaWithJSON,
  ToolAnnotations,
} from '@modelcontextprotocol/server'
import type * as z from 'zod/mini'
import type { Message } from '@flockwork/contract/messages'
import type { Task } from '@flockwork/contract/tasks'
import type { AgentScope } from '@flockwork/contract/policy/scopes'
import type { Actor } from '../../../platform/actor.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/database.ts'
import { invalid } from '../../../platform/errors.ts'
import { requireScope, requireUnpaused, type FinishedCall } from '../../../platform/mount.ts'
import type { Limit } from '../../../platform/rate-limit.ts'
import type { Breaker } from '../../agents/index.ts'
import type { BudgetServices } from '../../budgets/index.ts'
import type { CatchUpDeps } from '../../catch-up/index.ts'
import type { MessageServices } from '../../messages/index.ts'
import type { Hub } from '../../realtime/index.ts'
import type { SearchDeps } from '../../search/index.ts'
import type { ClaimTask, TaskServices } from '../../tasks/index.ts'
import { published, readArguments, tidyArguments, type ArgumentsSchema, type Given } from './arguments.ts'
import type { Call } from '../call.ts'
import type { Mailbox } from '../mailbox/mailbox.ts'
import { inBrief, withNotice } from '../answers/result.ts'
import type { Waits } from '../waiting/waits.ts'
import { wantsAll } from './values.ts'

export interface ToolServices {
  readonly db: Db
  readonly clock: Clock
  readonly hub: Hub
  readonly messages: MessageServices
  readonly tasks: TaskServices & { readonly claimTask: ClaimTask }
  readonly search: SearchDeps
  readonly budgets: BudgetServices
  readonly catchUp: CatchUpDeps
  readonly mailbox: Mailbox
  readonly waits: Waits
  readonly breaker: Pick<Breaker, 'pausedUntil' | 'onChange'>
  /** The URL at which people and agents reach this instance. */
  readonly address: () => string
  /** Invalidates the account on every node, and makes its streams and waits re-check their credentials. */
  readonly invalidateAccount: (accountId: string) => Promise<void>
  /** The rate limits of each caller, per minute. */
  readonly callLimits: Readonly<Record<'requests' | 'writes', Pick<Limit, 'max'>>>
  /** Counts the agent as active, while it waits. */
  readonly touch: (agentId: string) => void
  /** The caller gets these messages: what is addressed to it by them is marked as delivered. */
  readonly onDelivered: (readerId: string, spaceId: string, messages: readonly Message[]) => void
  /** The caller gets the task with whose it is: its assignment or approval is marked as delivered. */
  readonly onTaskGiven: (readerId: string, task: Task) => void
  /** Reports an error that the answer doesn't show. */
  readonly onError: (error: unknown) => void
}

export interface ToolServicesOfCall extends ToolServices {
  /** Counts the call, by this name, for the rate limits. @throws RateLimited. */
  readonly checkCaller: (actor: Actor, isWrite: boolean, name: string) => void
  /** Reports the error of a failed call, which may trip the agent's circuit breaker. */
  readonly recordFailure: (actor: Actor, isWrite: boolean, error: unknown) => Promise<void>
  /** Records the finished call. */
  readonly countCall: (actor: Actor, call: FinishedCall) => void
}

/** One call of a tool. */
export interface ToolCall extends Call {
  readonly requestId: RequestId
  /** Aborted when the client disconnects. */
  readonly disconnected: AbortSignal
  /** Sends the client a progress notification; `undefined` when it didn't ask for any. */
  readonly progress: ((elapsedSeconds: number, totalSeconds: number) => void) | undefined
}

/** One action of a tool, with the scope that a credential needs for it. */
export interface Action<S extends ArgumentsSchema> {
  readonly scope: AgentScope
  /** Also answers an agent that a person paused; every other action refuses it. */
  readonly answersPaused?: true
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
  readonly hints: Pick<ToolAnnotations, 'readOnlyHint' | 'destructiveHint' | 'idempotentHint'>
  /** Accepts aliases of arguments and values; the note is added to the answer. */
  readonly resolveAliases?: (given: Given) => { readonly resolved: Given; readonly note: string | undefined }
  /** Every action that the schema publishes. */
  readonly actions: Readonly<Record<ActionName<S>, Action<S>>>
  /** Accepted but unpublished actions and arguments: for older clients, or rarely needed. */
  readonly unpublished?: readonly string[]
  /** The action of a call that names none. */
  readonly defaultAction: NoInfer<ActionName<S>>
  /** Runs before any action; its result is added to the answer. */
  readonly before?: (services: ToolServices, call: ToolCall, args: z.infer<S>) => Promise<string | undefined>
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
  /** The entry in `tools/list`. */
  readonly config: {
    readonly title: string
    readonly description: string
    readonly inputSchema: StandardSchemaWithJSON<Given, Given>
    readonly annotations: ToolAnnotations
  }
  /** @throws Invalid for invalid arguments, InsufficientScope, RateLimited, AgentDisabled, and the action's errors. */
  run(services: ToolServicesOfCall, call: ToolCall, given: Given): Promise<CallToolResult>
}

/** Call this once per tool: converting a schema costs more than a call. */
export function defineTool<S extends ArgumentsSchema>(spec: ToolSpec<S>): Tool {
  const {
    name,
    title,
    description,
    schema,
    hints,
    resolveAliases,
    defaultAction,
    before,
    complete,
    unpublished = [],
  } = spec
  const actions = new Map<string, Action<S>>(Object.entries(spec.actions))
  const choices = [...actions.keys()].filter((one) => !unpublished.includes(one))
  return {
    name,
    config: {
      title,
      description,
      inputSchema: published(schema, unpublished),
      annotations: annotationsOf(hints),
    },
    async run(services, call, given) {
      const { resolved, note } = resolveAliases?.(given) ?? { resolved: given, note: undefined }
      const tidied = tidyArguments(schema, resolved)
      const named = tidied['action'] ?? defaultAction
      const known = typeof named === 'string' && actions.has(named) ? named : undefined
      const action = known === undefined ? undefined : actions.get(known)
      // an unknown action counts as a read
      const isWrite = action !== undefined && action.scope !== 'mcp'
      services.checkCaller(call.actor, isWrite, known === undefined ? name : `${name}.${known}`)
      if (action?.answersPaused !== true) requireUnpaused(call.actor)
      if (action === undefined) {
        throw invalid(['action'], `must be one of ${choices.join(', ')}`)
      }
      requireScope(call.actor, action.scope)
      const args = readArguments(schema, tidied)

      const done = await before?.(services, call, args)
      const answered = await action.run(services, call, args)
      const result = (await complete?.(answered, services, call, args)) ?? answered
      const notes = [done, note].filter((one) => one !== undefined)
      const noticed = notes.length === 0 ? result : withNotice(result, notes.join(' '))
      return wantsAll(given['detail']) ? noticed : inBrief(noticed)
    },
  }
}

/** Only what differs from the protocol's defaults; no tool reaches the open world. */
function annotationsOf({ readOnlyHint, destructiveHint, idempotentHint }: ToolAnnotations): ToolAnnotations {
  return {
    ...(readOnlyHint === true ? { readOnlyHint } : { destructiveHint }),
    ...(readOnlyHint !== true && idempotentHint === true && { idempotentHint }),
    openWorldHint: false,
  }
}
