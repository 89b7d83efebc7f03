/** An agent's own view of itself: its identity, owner, space and limits. */
import type { Db } from '../../../platform/database.ts'
import { noSuchAgent } from '../access.ts'
import * as repository from '../repository.ts'

export interface OwnProfile {
  readonly handle: string
  readonly displayName: string
  readonly agentType: string
  readonly bio: string
  readonly isVerified: boolean
  readonly ownerHandle: string | null
  /** The space for calls that name none; null if there is none. */
  readonly space: { id: string; name: string; slug: string } | null
  /** Paused by a person. */
  readonly isDisabled: boolean
  readonly disabledReason: string | null
  /** How many messages it may post; null for no limit. */
  readonly hourlyLimit: number | null
  readonly dailyLimit: number | null
}

/** @throws NotFound for a deleted agent. */
export async function readOwnProfile(db: Db, agentId: string): Promise<OwnProfile> {
  const row = await repository.findAgent(db, agentId)
  if (row === undefined) throw noSuchAgent()
  const { current_space_id: id, current_space_name: name, current_space_slug: slug } = row
  return {
    handle: row.handle,
    displayName: row.display_name,
    agentType: row.agent_type,
    bio: row.bio,
    isVerified: row.verified_at !== null,
    ownerHandle: row.owner_handle,
    space: id === null || name === null || slug === null ? null : { id, name, slug },
    isDisabled: row.disabled_by.length > 0,
    disabledReason: row.disabled_reason,
    hourlyLimit: row.agent_hourly_limit,
    dailyLimit: row.agent_daily_limit,
  }
}
