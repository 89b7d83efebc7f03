/** Watches the exchanges at the MCP endpoint, and records handshakes, refusals and failures. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ConnectionStep } from '@flockwork/contract/agent-connection'
import { isHandle, normaliseHandle } from '@flockwork/contract/text/handles'
import type { AgentActor } from '../../platform/actor.ts'
import { bearerOf } from '../../platform/address.ts'
import { Forbidden } from '../../platform/errors.ts'
import { isTestCredential } from './test-credentials.ts'
import { PROTOCOL_FAULT, faultOfExchange, faultOfTool, serverFault, type Fault } from './faults.ts'
import { handshakeIn } from './handshake.ts'
import type { ConnectionRecorder } from './recorder.ts'

type Request = FastifyRequest<{ Params: { handle?: string } }>
type Exchange = (request: Request, reply: FastifyReply) => Promise<unknown>

export interface ExchangeWatch {
  /** The exchange, with its refusal recorded. */
  readonly wrap: (exchange: Exchange) => Exchange
  /**
   * Whether the exchange belongs to a connection test, which leaves no trace.
   * @throws Forbidden for a test credential with any request that a test doesn't make.
   */
  readonly isTest: (request: FastifyRequest, body: unknown) => boolean
  /** A call of the agent was answered; records the handshake in it, if any. */
  readonly onAnswered: (agentId: string, body: unknown) => void
  readonly onToolFailed: (actor: AgentActor, error: unknown) => void
}

export function watchExchanges(recorder: ConnectionRecorder): ExchangeWatch {
  return {
    wrap: (exchange) => async (request, reply) => {
      const token = bearerOf(request)
      if (token !== undefined && isTestCredential(token)) return exchange(request, reply)
      const handle = handleIn(request)
      let isRefused = false
      if (token !== undefined && request.method === 'POST') {
        reply.raw.once('finish', () => {
          const fault = isRefused ? undefined : faultOfStatus(reply.raw.statusCode, stepOf(request))
          if (fault !== undefined) recorder.recordRefusal({ token, handle, fault })
        })
      }
      try {
        return await exchange(request, reply)
      } catch (error) {
        isRefused = true
        const fault = faultOfExchange(error, stepOf(request))
        if (fault !== undefined) recorder.recordRefusal({ token, handle, fault })
        throw error
      }
    },
    isTest(request, body) {
      if (!isTestCredential(bearerOf(request))) return false
      const { method } = Object(body) as { method?: unknown }
      if (!TEST_METHODS.includes(String(method)))
        throw new Forbidden('A connection test asks for nothing else')
      return true
    },
    onAnswered(agentId, body) {
      const handshake = handshakeIn(body)
      if (handshake !== undefined) recorder.recordHandshake(agentId, handshake)
    },
    onToolFailed({ accountId, homeSpaceId }, error) {
      const fault = faultOfTool(error, homeSpaceId !== null)
      if (fault !== undefined) recorder.recordFailure(accountId, fault)
    },
  }
}

const TEST_METHODS = ['initialize', 'tools/list']

/** Maps a status of the protocol's own handler to a fault, if it is one. */
function faultOfStatus(status: number, step: ConnectionStep): Fault | undefined {
  if (status >= 500) return serverFault(status, step)
  return status === 400 || status === 406 || status === 415 ? PROTOCOL_FAULT : undefined
}

/** Whether an exchange begins a connection or uses one. */
function stepOf({ body }: Request): ConnectionStep {
  return Buffer.isBuffer(body) && body.includes('"initialize"') ? 'handshake' : 'tools'
}

function handleIn({ params, headers }: Request): string | undefined {
  const named = params.handle ?? [headers['x-agent-name']].flat()[0]
  const handle = named === undefined ? '' : normaliseHandle(named.replace(/^@/, ''))
  return isHandle(handle) ? handle : undefined
}
