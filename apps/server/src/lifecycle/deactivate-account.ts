/** An administrator deactivates a person, or activates them again (docs/rules/accounts.md#deactivation). */
import type { AccountStatus } from '@flockwork/contract/admin/people'
import { agentIdsOf } from '../features/agents/index.ts'
import { changeStatus, type AccountDeps, type StatusChange } from '../features/auth/index.ts'
import { endGrantsOf } from '../features/oauth/index.ts'
import { endInvitesBy } from '../features/spaces/index.ts'
import type { PersonActor } from '../platform/actor.ts'
import { publishOnCommit } from '../platform/bus.ts'
import type { Once } from '../platform/idempotency.ts'
import { cancelDeliveries } from './cancel-deliveries.ts'

/**
 * Deactivating ends a person's sessions, grants and invites, and locks out their agents; reactivated, they sign in,
 * allow programs and invite anew. Safe to repeat.
 * @throws NotFound unless the id is a person's; Conflict for oneself, the last administrator, and a deleted account.
 */
export async function setActive(
  deps: AccountDeps,
  actor: PersonActor,
  change: StatusChange,
  once: Once<AccountStatus>,
): Promise<AccountStatus> {
  const { clock, sessions } = deps
  const { accountId } = change
  let ended: readonly string[] = []
  const status = await once(async (tx) => {
    const changed = await changeStatus(deps, tx, actor, change)
    if (changed.isDeactivated) {
      await endGrantsOf({ clock }, tx, { ownerId: accountId })
      await endInvitesBy({ clock }, tx, accountId)
      await cancelDeliveries({ clock }, tx, {
        recipientIds: await agentIdsOf(tx, accountId),
        why: 'This agent is deactivated',
      })
    }
    ended = changed.endedSessions
    // at the commit, so that no node goes on serving them even if this one crashes right after it
    await publishOnCommit(tx, { kind: 'account_changed', accountId })
    return changed.status
  })
  await sessions.publishEnded(ended)
  await sessions.invalidateAccount(accountId)
  return status
}
