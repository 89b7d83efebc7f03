/** What may act as the agents of a person ends with their forgotten password (docs/rules/accounts.md#reset-links). */
import { revokeTokensOfOwner } from '../features/agents/index.ts'
import { endGrantsOf } from '../features/oauth/index.ts'
import type { Clock } from '../platform/clock.ts'
import type { Tx } from '../platform/database.ts'

/** Ends every grant of the person and, unless they are kept, every token of their agents. */
export async function endPrograms(
  { clock }: { readonly clock: Clock },
  tx: Tx,
  ownerId: string,
  keeps: { readonly agentTokens: boolean },
): Promise<void> {
  const at = new Date(clock.now())
  await endGrantsOf({ clock }, tx, { ownerId })
  if (!keeps.agentTokens) await revokeTokensOfOwner(tx, ownerId, at)
}
