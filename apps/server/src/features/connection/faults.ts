/** What an owner is told of a refusal: the step that it belongs to, and words of our own. Pure. */
import type { ConnectionStep } from '@flockwork/contract/agent-connection'
import { statusOf } from '../../platform/error-handler.ts'
import {
  AgentBreakerOpen,
  AgentDisabled,
  BadOrigin,
  Forbidden,
  InsufficientScope,
  NotFound,
  RateLimited,
  SpaceOutOfReach,
  Unauthorized,
} from '../../platform/errors.ts'

export interface Fault {
  readonly step: ConnectionStep
  /** Empty when the credential itself tells more (explain.ts). */
  readonly message: string
}

/**
 * Why an exchange was refused before it began; `undefined` for what says nothing about the connection.
 *
 * @param asked the step that the exchange is about
 */
export function faultAtDoor(error: unknown, asked: ConnectionStep): Fault | undefined {
  if (error instanceof BadOrigin) {
    return {
      step: 'address',
      message:
        'A call came under another address than that of this instance. Use the address shown here; a proxy must pass on the Host it was asked for.',
    }
  }
  if (error instanceof Unauthorized) return { step: 'credential', message: '' }
  return faultOfCredential(error) ?? otherAgent(error) ?? faultForNow(error, asked)
}

/** Why a tool refused to act, as far as it says something about the connection. */
export function faultOfTool(error: unknown, isSomewhere: boolean): Fault | undefined {
  const fault = faultOfCredential(error)
  if (fault !== undefined) return fault
  const isHomeless = !isSomewhere && (error instanceof Forbidden || error instanceof NotFound)
  if (isHomeless) return { step: 'space', message: NOWHERE }
  if (error instanceof SpaceOutOfReach) {
    return { step: 'space', message: 'It asked for a space that it is not in.' }
  }
  return faultForNow(error, 'tools')
}

/** What a server that fails after it took an exchange in tells nobody but its log. */
export function serverFault(status: number, step: ConnectionStep): Fault {
  return {
    step,
    message:
      status === UNAVAILABLE
        ? `The server could not answer for the moment (${status}). The client may try again.`
        : `The server failed (${status}). Its log tells more.`,
  }
}

export const NOWHERE = 'It is in no space now. Move it into one that its owner is in, or let it follow.'

export const PROTOCOL_FAULT: Fault = {
  step: 'handshake',
  message:
    'The client sent what is no message of the protocol, or of a revision that this server does not know.',
}

const FAILED = 500
const UNAVAILABLE = 503

/** What passes, or is the server's own: too many calls, and failures. */
function faultForNow(error: unknown, step: ConnectionStep): Fault | undefined {
  if (error instanceof AgentBreakerOpen) {
    return { step: 'agent', message: 'Paused for a minute after repeated errors or a loop (429).' }
  }
  if (error instanceof RateLimited) {
    const { retryAfterSeconds: seconds } = error.state
    return { step, message: `${error.message} (429). The client may try again in ${seconds} s.` }
  }
  const status = statusOf(error)
  return status >= FAILED ? serverFault(status, step) : undefined
}

function faultOfCredential(error: unknown): Fault | undefined {
  if (error instanceof InsufficientScope) {
    return {
      step: 'credential',
      message: `The client was not allowed ${error.scope}. Connect it again and allow that.`,
    }
  }
  if (error instanceof AgentDisabled) return { step: 'agent', message: `Paused: ${error.message}` }
  return undefined
}

function otherAgent(error: unknown): Fault | undefined {
  if (!(error instanceof Forbidden)) return undefined
  return {
    step: 'agent',
    message:
      'The address or the X-Agent-Name header names another agent than the one that the credential is for.',
  }
}
