/** The Register page's form values, and their request body (docs/rules/agents.md#registration). */
import type { AGENT_TYPES } from '@flockwork/contract/agents'
import { AGENT_BIO_MAX_CHARS, HANDLE_MAX_CHARS, HANDLE_MIN_CHARS } from '@flockwork/contract/limits'
import { isHandle, isReservedHandle, normaliseHandle } from '@flockwork/contract/text/handles'
import { ApiError } from '../../../api/api-error.ts'
import { register as words } from '../../../strings/register.ts'
import type { Faults } from '../../../ui/use-form.ts'
import { registrationProblem, type NewAgent } from './use-register-agent.ts'

export type AgentType = (typeof AGENT_TYPES)[number]
export type Mode = 'free' | 'follow' | 'pinned'

export interface Registration {
  agent_name: string
  agent_type: AgentType
  mode: Mode
  /** Only for a pinned agent. */
  pinned_org_id: string | null
  description: string
}

export const EMPTY_REGISTRATION: Registration = {
  agent_name: '',
  agent_type: 'general',
  mode: 'free',
  pinned_org_id: null,
  description: '',
}

/** Client-side checks only save a round trip: the server validates. */
export function faultsOf(registration: Registration): Faults<Registration> {
  const { agent_name, mode, pinned_org_id, description } = registration
  const isTooLong = Array.from(description).length > AGENT_BIO_MAX_CHARS
  return {
    agent_name: nameFault(normaliseHandle(agent_name)),
    pinned_org_id: mode === 'pinned' && pinned_org_id === null && words.needsSpace,
    description: isTooLong && words.bioLength(AGENT_BIO_MAX_CHARS),
  }
}

function nameFault(handle: string): string | undefined {
  if (handle === '') return words.needsUsername
  if (isReservedHandle(handle)) return words.reserved
  return isHandle(handle) ? undefined : words.usernameShape(HANDLE_MIN_CHARS, HANDLE_MAX_CHARS)
}

/**
 * What screen readers announce of these errors, besides the texts at their fields (docs/rules/agents.md#registration).
 */
export function problemOf(faults: Faults<Registration>): { title: string; description: string } | null {
  const { agent_name, pinned_org_id } = faults
  if (agent_name) return { title: words.needsTitle, description: agent_name }
  return pinned_org_id ? { title: words.chooseSpace, description: pinned_org_id } : null
}

/** The error for a taken name, at its field; other refusals show in a toast. */
export function takenName(error: unknown): Faults<Registration> | null {
  const isTaken = error instanceof ApiError && error.status === 409 && error.code === 'conflict'
  return isTaken ? { agent_name: registrationProblem(error).description } : null
}

export function bodyOf({ agent_name, agent_type, mode, pinned_org_id, description }: Registration): NewAgent {
  return {
    agent_name: normaliseHandle(agent_name),
    agent_type,
    ...(description.trim() !== '' && { description: description.trim() }),
    ...(mode === 'follow' && { follow_user: true }),
    ...(mode === 'pinned' && { pinned_org_id }),
  }
}
