import type { Profile } from '@flockwork/contract/auth'

/** A stored role, as the contract has it; an unknown one has no rights. */
export function roleOf(stored: string): Profile['role'] {
  return stored === 'admin' || stored === 'agent_manager' ? stored : 'user'
}
