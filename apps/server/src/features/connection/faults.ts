/** What an owner is told of a refusal: the step that it belongs to, and words of our own. Pure. */
import type { ConnectionStep } from '@flockwork/contract/agents'
import {
  AgentDisabled,
  BadOrigin,
  Forbidden,
  InsufficientScope,
  NotFound,
  SpaceOutOfReach,
  Unauthorized,
} from '../../platform/errors.ts'

export interface Fault {
  readonly step: ConnectionStep
  readonly message: string
}

/** Why an exchange was refused before it began; `undefined` for what says nothing about the connection. */
export function faultAtDoor(error: unknown): Fault | undefined {
  if (error instanceof BadOrigin) {
    return {
      step: 'address',
      message:
        'A call came under another address than that of this instance. Use the address shown here; a proxy must pass on the Host it was asked for.',
    }
  }
  // the credential itself tells more (explain.ts)
  if (error instanceof Unauthorized) return { step: 'credential', message: '' }
  return faultOfCredential(error) ?? otherAgent(error)
}

/** Why a tool refused to act, as far as it says something about the connection. */
export function faultOfTool(error: unknown, isSomewhere: boolean): Fault | undefined {
  const fault = faultOfCredential(error)
  if (fault !== undefined) return fault
  const isHomeless = !isSomewhere && (error instanceof Forbidden || error instanceof NotFound)
  if (isHomeless) return { step: 'space', message: NOWHERE }
  if (!(error instanceof SpaceOutOfReach)) return undefined
  return { step: 'space', message: 'It asked for a space that it is not in.' }
}

export const NOWHERE = 'It is in no space now. Move it into one that its owner is in, or let it follow.'

export const PROTOCOL_FAULT: Fault = {
  step: 'handshake',
  message:
    'The client sent what is no message of the protocol, or of a revision that this server does not know.',
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
