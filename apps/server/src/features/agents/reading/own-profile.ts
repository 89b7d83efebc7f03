/** What an agent may know of itself: who it is, whose, where, and within which limits. */
import type { Db } from '../../../platform/database.ts'
import { NotFound } from '../../../platform/errors.ts'
import * as repository from '../repository.ts'

export interface AgentSelf {
  readonly handle: string
  readonly displayName: string
  readonly agentType: string
  readonly bio: string
  readonly isVerified: boolean
  readonly ownerHandle: string | null
  /** Where a call goes that names no space; null when it may act nowhere. */
  readonly space: { id: string; name: string; slug: string } | null
  /** Paused by a person. */
  readonly isDisabled: boolean
  readonly disabledReason: string | null
  /** Messages it may post; null for no limit. */
  readonly hourlyLimit: number | null
  readonly dailyLimit: number | null
}

/** @throws NotFound for an agent that is no more. */
export async function readSelf(db: Db, agentId: string): Promise<AgentSelf> {
  const row = await repository.findAgent(db, agentId)
  if (row === undefined) throw new NotFound('No such agent')
  const { place_id: id, place_name: name, place_slug: slug } = row
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
