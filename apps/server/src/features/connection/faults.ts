/** Explains a refused or failed call to its agent's owner: the step at which it failed, and why. Pure. */
import type { ConnectionStep } from '@flockwork/contract/agent-connection'
import { statusOf } from '../../platform/error-handler.ts'
import { AgentBreakerOpen, AgentDisabled } from '../../platform/agent-errors.ts'
import {
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
  /** Empty for a refused credential, which `explainToken` explains. */
  readonly message: string
}

/**
 * Why an exchange was refused before it began; `undefined` for an error that says nothing about the connection.
 *
 * @param step the step that the exchange belongs to
 */
export function faultOfExchange(error: unknown, step: ConnectionStep): Fault | undefined {
  if (error instanceof BadOrigin) {
    return {
      step: 'address',
      message:
        'A call came under another address than that of this instance. Use the address shown here; a proxy must pass on the Host it was asked for.',
    }
  }
  if (error instanceof Unauthorized) return { step: 'credential', message: '' }
  return faultOfCredential(error) ?? otherAgent(error) ?? temporaryFault(error, step)
}

/** Why a tool refused; `undefined` for an error that says nothing about the connection. */
export function faultOfTool(error: unknown, hasSpace: boolean): Fault | undefined {
  const fault = faultOfCredential(error)
  if (fault !== undefined) return fault
  const isHomeless = !hasSpace && (error instanceof Forbidden || error instanceof NotFound)
  if (isHomeless) return { step: 'space', message: NO_SPACE }
  if (error instanceof SpaceOutOfReach) {
    return { step: 'space', message: 'It asked for a space that it is not in.' }
  }
  return temporaryFault(error, 'tools')
}

/** A 5xx answer; the details are only in the log. */
export function serverFault(status: number, step: ConnectionStep): Fault {
  return {
    step,
    message:
      status === UNAVAILABLE
        ? `The server could not answer for the moment (${status}). The client may try again.`
        : `The server failed (${status}). Its log tells more.`,
  }
}

export const NO_SPACE = 'It is in no space now. Move it into one that its owner is in, or let it follow.'

export const PROTOCOL_FAULT: Fault = {
  step: 'handshake',
  message:
    'The client sent what is no message of the protocol, or of a revision that this server does not know.',
}

const FAILED = 500
const UNAVAILABLE = 503

/** A temporary limit, or a failure of the server. */
function temporaryFault(error: unknown, step: ConnectionStep): Fault | undefined {
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

const EXPIRED =
  'An OAuth token was used that has expired or is unknown here. The program renews it by itself; if not, connect it again.'
export const REVOKED = 'A revoked token was used. Give the client a token that is still listed.'
const UNKNOWN = 'A token was used that is unknown here. Copy it again; the whole of it.'
const GRANT_ENDED = 'What was allowed to the program was revoked or has ended. Connect it again.'
const OTHER_AUDIENCE = 'An OAuth token for another address was used. Connect to the address shown here.'
const SIGN_IN = "A person's sign-in was used, which does not work here. Use a token of the agent."
const NO_TOKEN = 'What was sent is no token of an agent. It begins with fw_agt_.'

/** The claims of an OAuth token that this server signed. */
export interface GrantToken {
  readonly agentId: string
  readonly isForThisAddress: boolean
}

/** What is wrong with a refused credential, as far as its format and our records show. */
export function explainToken(token: string, grant: GrantToken | undefined): string {
  if (grant !== undefined) return grant.isForThisAddress ? GRANT_ENDED : OTHER_AUDIENCE
  if (token.startsWith('fw_agt_')) return UNKNOWN
  const type = typeOfJwt(token)
  if (type === undefined) return NO_TOKEN
  return type === 'at+jwt' ? EXPIRED : SIGN_IN
}

/** The unverified `typ` of a JSON Web Token (RFC 7519); `undefined` for any other text. */
function typeOfJwt(token: string): string | undefined {
  const [header, ...rest] = token.split('.')
  if (header === undefined || rest.length !== 2) return undefined
  try {
    const { typ }: { typ?: unknown } = JSON.parse(Buffer.from(header, 'base64url').toString())
    return typeof typ === 'string' ? typ : ''
  } catch {
    return undefined
  }
}
