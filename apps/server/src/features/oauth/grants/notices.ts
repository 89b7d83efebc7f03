/** Notices for a person: recent credentials of their agents (docs/rules/accounts.md#announcements). */
import type { CredentialNotice } from '@flockwork/contract/account'
import { CREDENTIAL_NOTICE_MS } from '@flockwork/contract/limits'
import type { PersonActor } from '../../../platform/actor.ts'
import { wireTime } from '../../../platform/clock.ts'
import { listTokensMadeSince } from '../../agents/index.ts'
import type { GrantDeps } from './grants.ts'
import * as repository from './repository.ts'

export interface OtherNotices {
  /** Further notices about the person's agents. */
  readonly otherNotices: (actor: PersonActor) => Promise<CredentialNotice[]>
}

/** The tokens and connected apps that still work, newest first. */
export async function listNotices(
  { db, clock, otherNotices }: Pick<GrantDeps, 'db' | 'clock'> & OtherNotices,
  actor: PersonActor,
): Promise<CredentialNotice[]> {
  const { accountId, sessionId } = actor
  const now = clock.now()
  const since = new Date(now - CREDENTIAL_NOTICE_MS)
  const tokens = await listTokensMadeSince(db, accountId, since)
  const grants = await repository.listGrants(db, accountId, new Date(now))
  const notices = [
    ...tokens.map((row) => ({ ...row, kind: 'agent_token' as const, client_name: null })),
    ...grants
      .filter((row) => row.created_at > since && row.made_in_session !== null)
      .map((row) => ({ ...row, kind: 'connected_app' as const })),
  ]
  const own = notices.map((row) => ({
    id: row.id,
    kind: row.kind,
    agent: { id: row.agent_id, handle: row.agent_handle },
    client_name: row.client_name,
    created_at: wireTime(row.created_at),
    ip: row.made_by_ip,
    user_agent: row.made_by_user_agent,
    current: row.made_in_session === sessionId,
  }))
  const all = [...own, ...(await otherNotices(actor))]
  return all.toSorted((a, b) => Date.parse(b.created_at) - Date.parse(a.created_at))
}
