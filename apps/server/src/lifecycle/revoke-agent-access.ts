/** A password reset ends the credentials of the person's agents (docs/rules/accounts.md#reset-links). */
import { revokeTokensOfOwner } from '../features/agents/index.ts'
import { endGrantsOf } from '../features/oauth/index.ts'
import { endWebhooksOfOwner } from '../features/webhooks/index.ts'
import type { Clock } from '../platform/clock.ts'
import type { Tx } from '../platform/database.ts'

/** Revokes all OAuth grants of the person and, unless `keeps` says otherwise, all tokens and webhooks of their agents. */
export async function revokeAgentAccess(
  { clock }: { readonly clock: Clock },
  tx: Tx,
  ownerId: string,
  keeps: { readonly agentTokens: boolean },
): Promise<void> {
  const at = new Date(clock.now())
  await endGrantsOf({ clock }, tx, { ownerId })
  if (keeps.agentTokens) return
  await revokeTokensOfOwner(tx, ownerId, at)
  await endWebhooksOfOwner({ clock }, tx, ownerId, 'The owner’s password was reset')
}
