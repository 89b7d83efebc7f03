/** What every tool is given and answers. */
import type { CallToolResult, RequestId } from '@modelcontextprotocol/server'
import type { Message } from '@flockwork/contract/messages'
import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/database.ts'
import type { Actor } from '../../platform/actor.ts'
import type { Breaker } from '../agents/index.ts'
import type { MessageServices } from '../messages/index.ts'
import type { Hub } from '../realtime/index.ts'
import type { Given } from './arguments.ts'
import type { Call } from './call.ts'
import type { Mailbox } from './mailbox.ts'
import type { Waits } from './waits.ts'

export interface ToolServices {
  readonly db: Db
  readonly clock: Clock
  readonly hub: Hub
  readonly messages: MessageServices
  readonly mailbox: Mailbox
  readonly waits: Waits
  readonly breaker: Pick<Breaker, 'onChange'>
  /** Notes that the agent is there, while it waits. */
  readonly touch: (agentId: string) => void
  /** The caller was handed these messages: what was addressed to it among them is delivered. */
  readonly onHanded: (readerId: string, spaceId: string, messages: readonly Message[]) => void
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

export type Tool = (services: ToolServicesOfCall, call: ToolCall, given: Given) => Promise<CallToolResult>
