/** The agent's owner, on whom the trust in a message depends. */
import type { Api } from './api.ts'
import { Refused, isTransient } from './errors.ts'
import type { Handle } from './types.ts'

/** The handle of the agent's owner, from the roster of one of its spaces; null for none, or if unknown. */
export type FindOwner = (spaceId: string, signal: AbortSignal) => Promise<string | null>

interface Roster {
  readonly items: readonly { readonly id: string; readonly owner_user: { readonly handle: string } | null }[]
}

/**
 * Looks it up once, because an agent's owner never changes.
 * @throws as `api.call`, except for a refusal, which means unknown.
 */
export function createFindOwner(api: Api, agent: Handle): FindOwner {
  let known: { readonly owner: string | null } | undefined
  return async (spaceId, signal) => {
    if (known !== undefined) return known.owner
    const path = `/api/organizations/${spaceId}/roster?type=agent&search=${encodeURIComponent(agent.handle)}`
    try {
      const { items } = (await api.call('GET', path, { signal })) as Roster
      const self = items.find(({ id }) => id === agent.id)
      if (self !== undefined) known = { owner: self.owner_user?.handle ?? null }
      return known?.owner ?? null
    } catch (error) {
      if (error instanceof Refused && !isTransient(error)) return null
      throw error
    }
  }
}
