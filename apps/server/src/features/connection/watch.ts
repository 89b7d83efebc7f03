/** Watches the exchanges at the MCP endpoint: who shakes hands, and who is refused and why. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ConnectionStep } from '@flockwork/contract/agent-connection'
import { isHandle, normaliseHandle } from '@flockwork/contract/text/handles'
import type { AgentActor } from '../../platform/actor.ts'
import { bearerOf } from '../../platform/address.ts'
import { Forbidden } from '../../platform/errors.ts'
import { isTestCredential } from './credentials.ts'
import { PROTOCOL_FAULT, faultAtDoor, faultOfTool, serverFault, type Fault } from './faults.ts'
import { handshakeIn } from './handshake.ts'
import type { ConnectionRecorder } from './recorder.ts'

type Request = FastifyRequest<{ Params: { handle?: string } }>
type Exchange = (request: Request, reply: FastifyReply) => Promise<unknown>

export interface ExchangeWatch {
  /** The exchange, with what it is refused for noted. */
  readonly around: (exchange: Exchange) => Exchange
  /**
   * The caller may ask this; a handshake in it is noted once it is answered. True for a connection test, which earns
   * the agent nothing.
   * @throws Forbidden for a test that asks for anything else than a test does.
   */
  readonly isTest: (request: FastifyRequest, body: unknown) => boolean
  readonly answered: (agentId: string, body: unknown) => void
  readonly toolFailed: (actor: AgentActor, error: unknown) => void
}

export function watchExchanges(recorder: ConnectionRecorder): ExchangeWatch {
  return {
    around: (exchange) => async (request, reply) => {
      // a program that signs in by OAuth begins without one
      const token = bearerOf(request)
      if (token !== undefined && isTestCredential(token)) return exchange(request, reply)
      const handle = namedIn(request)
      let isRefused = false
      if (token !== undefined && request.method === 'POST') {
        reply.raw.once('finish', () => {
          const fault = isRefused ? undefined : faultOfAnswer(reply.raw.statusCode, stepOf(request))
          if (fault !== undefined) recorder.refused({ token, handle, fault })
        })
      }
      try {
        return await exchange(request, reply)
      } catch (error) {
        isRefused = true
        const fault = faultAtDoor(error, stepOf(request))
        if (fault !== undefined) recorder.refused({ token, handle, fault })
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
    answered(agentId, body) {
      const handshake = handshakeIn(body)
      if (handshake !== undefined) recorder.shookHands(agentId, handshake)
    },
    toolFailed({ accountId, homeSpaceId }, error) {
      const fault = faultOfTool(error, homeSpaceId !== null)
      if (fault !== undefined) recorder.failed(accountId, fault)
    },
  }
}

const TEST_METHODS = ['initialize', 'tools/list']

/** What the protocol's own handler answered, as far as it tells of a fault. */
function faultOfAnswer(status: number, step: ConnectionStep): Fault | undefined {
  if (status >= 500) return serverFault(status, step)
  return status === 400 || status === 406 || status === 415 ? PROTOCOL_FAULT : undefined
}

/** What an exchange is about: the beginning of a connection, or the use of it. */
function stepOf({ body }: Request): ConnectionStep {
  return typeof body === 'string' && body.includes('"initialize"') ? 'handshake' : 'tools'
}

function namedIn({ params, headers }: Request): string | undefined {
  const named = params.handle ?? [headers['x-agent-name']].flat()[0]
  const handle = named === undefined ? '' : normaliseHandle(named.replace(/^@/, ''))
  return isHandle(handle) ? handle : undefined
}
