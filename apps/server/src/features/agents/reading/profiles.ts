/** Facts about agents for decisions of other rooms, which also decide what of them to show. */
import type { Db } from '../../../platform/database.ts'

export interface AgentProfile {
  readonly id: string
  readonly ownerId: string | null
  readonly agentType: string
  readonly bio: string
  readonly isPrivate: boolean
  readonly isVerified: boolean
  /** Paused by a person. */
  readonly isDisabled: boolean
}

/** By agent id; ids of other accounts are left out. */
export async function profilesOf(db: Db, ids: readonly string[]): Promise<Map<string, AgentProfile>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('agents')
    .select(['account_id', 'owner_id', 'agent_type', 'bio', 'visibility', 'verified_at', 'disabled_by'])
    .where('account_id', 'in', [...ids])
    .execute()
  const profiles = rows.map((row): AgentProfile => ({
    id: row.account_id,
    ownerId: row.owner_id,
    agentType: row.agent_type,
    bio: row.bio,
    isPrivate: row.visibility === 'private',
    isVerified: row.verified_at !== null,
    isDisabled: row.disabled_by.length > 0,
  }))
  return new Map(profiles.map((profile) => [profile.id, profile]))
}
