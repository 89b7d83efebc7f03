/** Notices for a person about their agents' webhooks (docs/rules/accounts.md#announcements). */
import type { CredentialNotice } from '@flockwork/contract/account'
import { CREDENTIAL_NOTICE_MS } from '@flockwork/contract/limits'
import type { PersonActor } from '../../platform/actor.ts'
import { wireTime, type Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/database.ts'
import { namedId } from '../../platform/ids.ts'
import * as repository from './repository.ts'

/** Recently set URLs of active webhooks, and webhooks that the server recently switched off. */
export async function webhookNotices(
  { db, clock }: { readonly db: Db; readonly clock: Clock },
  { accountId, sessionId }: Pick<PersonActor, 'accountId' | 'sessionId'>,
): Promise<CredentialNotice[]> {
  const since = new Date(clock.now() - CREDENTIAL_NOTICE_MS)
  const rows = await repository.listChanged(db, accountId, since)
  return rows.flatMap((row): CredentialNotice[] => {
    const agent = { id: row.agent_id, handle: row.handle }
    if (row.is_on && row.set_at !== null) {
      const created_at = wireTime(row.set_at)
      return [
        {
          id: namedId('webhook set', agent.id, created_at),
          kind: 'webhook_set',
          agent,
          client_name: new URL(row.url).host,
          created_at,
          ip: row.made_by_ip,
          user_agent: row.made_by_user_agent,
          current: row.made_in_session === sessionId,
        },
      ]
    }
    if (row.is_on || row.ended_at === null) return []
    const created_at = wireTime(row.ended_at)
    return [
      {
        id: namedId('webhook ended', agent.id, created_at),
        kind: 'webhook_ended',
        agent,
        client_name: null,
        created_at,
        ip: null,
        user_agent: null,
        current: false,
      },
    ]
  })
}
