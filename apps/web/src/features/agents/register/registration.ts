/** What is filled in on the Register page, and how it becomes a call (docs/rules/agents.md#registration). */
import type { AGENT_TYPES } from '@flockwork/contract/agents'
import { AGENT_BIO_MAX_CHARS, HANDLE_MAX_CHARS, HANDLE_MIN_CHARS } from '@flockwork/contract/limits'
import { isHandle, isReservedHandle, normaliseHandle } from '@flockwork/contract/text/handles'
import { ApiError, fieldErrorsOf } from '../../../api/api-error.ts'
import { register as words } from '../../../strings/register.ts'
import { registrationProblem, type NewAgent } from './use-register-agent.ts'

export type AgentType = (typeof AGENT_TYPES)[number]
export type Mode = 'free' | 'follow' | 'pinned'

export interface Registration {
  username: string
  type: AgentType
  mode: Mode
  /** Only for a pinned agent. */
  spaceId: string | null
  bio: string
}

export const EMPTY_REGISTRATION: Registration = {
  username: '',
  type: 'general',
  mode: 'free',
  spaceId: null,
  bio: '',
}

export type Faults = Partial<Record<'username' | 'spaceId' | 'bio', string>>

/** Only what saves a round trip: the server judges. */
export function faultsOf({ username, mode, spaceId, bio }: Registration): Faults {
  const handle = normaliseHandle(username)
  const faults: Faults = {}
  if (handle === '') faults.username = words.needsUsername
  else if (isReservedHandle(handle)) faults.username = words.reserved
  else if (!isHandle(handle)) faults.username = words.usernameShape(HANDLE_MIN_CHARS, HANDLE_MAX_CHARS)
  if (mode === 'pinned' && spaceId === null) faults.spaceId = words.needsSpace
  if (Array.from(bio).length > AGENT_BIO_MAX_CHARS) faults.bio = words.bioLength(AGENT_BIO_MAX_CHARS)
  return faults
}

/** What is said aloud of these faults, beside the words at their fields (docs/rules/agents.md#registration). */
export function problemOf({ username, spaceId }: Faults): { title: string; description: string } | null {
  if (username !== undefined) return { title: words.needsTitle, description: username }
  return spaceId === undefined ? null : { title: words.chooseSpace, description: spaceId }
}

/** The server's words, at the fields they are about. */
export function faultsFrom(error: unknown): Faults {
  const { agent_name, pinned_org_id, description } = fieldErrorsOf(error)
  const isTaken = error instanceof ApiError && error.status === 409 && error.code === 'conflict'
  return {
    ...(agent_name && { username: agent_name }),
    ...(isTaken && { username: registrationProblem(error).description }),
    ...(pinned_org_id && { spaceId: pinned_org_id }),
    ...(description && { bio: description }),
  }
}

export function bodyOf({ username, type, mode, spaceId, bio }: Registration): NewAgent {
  return {
    agent_name: normaliseHandle(username),
    agent_type: type,
    ...(bio.trim() !== '' && { description: bio.trim() }),
    ...(mode === 'follow' && { follow_user: true }),
    ...(mode === 'pinned' && { pinned_org_id: spaceId }),
  }
}
