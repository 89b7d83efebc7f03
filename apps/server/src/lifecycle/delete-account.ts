/**
 * Deletes a person's account (docs/rules/accounts.md#deletion): what each room does, in one transaction. The messages
 * stay, as "Deleted user"; the handle stays taken; the personal space is purged after 30 days (purge-spaces.ts).
 */
import { agentIdsOf, deleteAgentsOf } from '../features/agents/index.ts'
import {
  anonymiseAccount,
  confirmDeletion,
  type AccountDeps,
  type PasswordInput,
} from '../features/auth/index.ts'
import { anonymiseClaims } from '../features/imports/index.ts'
import { endGrantsOf } from '../features/oauth/index.ts'
import { leaveAllSpaces } from '../features/spaces/index.ts'
import type { PersonActor } from '../platform/actor.ts'
import type { Once } from '../platform/idempotency.ts'
import { erasePersonalData } from '../platform/audit.ts'
import { mergeEvents } from '../platform/outbox.ts'
import { cancelDeliveries } from './cancel-deliveries.ts'

/**
 * Deletes the caller's account.
 * @throws Invalid for a wrong password, ReauthenticationRequired, Conflict for the last administrator and for a password
 * that was changed meanwhile.
 */
export async function deleteAccount(
  deps: AccountDeps,
  actor: PersonActor,
  input: PasswordInput,
  once: Once<void>,
): Promise<void> {
  const { clock, sessions } = deps
  const { accountId } = actor
  const person = await confirmDeletion(deps, actor, input, once)

  // switching spaces locks the same rows in another order
  let ended: readonly string[] = []
  await once(async (tx) => {
    const at = new Date(clock.now())
    ended = await anonymiseAccount(deps, tx, person, input.ip)
    const departures = await leaveAllSpaces(tx, accountId, at)
    await anonymiseClaims(tx, accountId)
    await endGrantsOf({ clock }, tx, { ownerId: accountId })
    const { agentIds, left } = await deleteAgentsOf(tx, accountId, at)
    const agents = await agentIdsOf(tx, accountId)
    await erasePersonalData(tx, clock, [
      { id: accountId, type: 'user' },
      ...agents.map((id) => ({ id, type: 'agent' as const })),
    ])
    await cancelDeliveries({ clock }, tx, {
      recipientIds: [accountId, ...agentIds],
      why: 'This account was deleted',
      events: mergeEvents(departures, left),
    })
  })
  await sessions.publishEnded(ended)
  await sessions.invalidateAccount(accountId)
}
