/** People: their accounts, how they sign in, and their spaces. */
import type { Profile } from '@flockwork/contract/auth'
import type { EventData } from '@flockwork/contract/events'
import { needsSetupCode } from '../config.ts'
import { syncAgentMemberships } from '../features/agents/index.ts'
import {
  createProviderClient,
  profileOf,
  reissueToken,
  watchAttempt,
  type AccountServices,
  type AuthServices,
  type ProviderServices,
} from '../features/auth/index.ts'
import { claimOnJoining } from '../features/imports/index.ts'
import {
  createPersonalSpace,
  enterPersonalSpace,
  appendMemberUpdated,
  type SpaceServices,
} from '../features/spaces/index.ts'
import { cancelDeliveries } from '../lifecycle/cancel-deliveries.ts'
import { setActive } from '../lifecycle/deactivate-account.ts'
import { revokeAgentAccess } from '../lifecycle/revoke-agent-access.ts'
import { deleteAccount } from '../lifecycle/delete-account.ts'
import type { Actor } from '../platform/actor.ts'
import type { OutgoingMessage } from '../platform/bus.ts'
import { wireTime, type Clock } from '../platform/clock.ts'
import { VERSION } from '../version.ts'
import type { BaseServices } from './base.ts'

export function buildPeople(base: BaseServices, guideId: string, guard: SpaceServices['guard']) {
  const { config, db, clock, bus, tokens, sessions, loginThrottle, passwords, limits, callLimit, address } =
    base

  const spaces: SpaceServices = {
    db,
    clock,
    guard,
    guideId,
    reissueToken: (actor) => reissueToken({ db, tokens }, actor),
    invalidateAccount: sessions.invalidateAccount,
    syncAgentMemberships: (tx, owners) => syncAgentMemberships(tx, owners, new Date(clock.now())),
    onJoined: (tx, joined) => claimOnJoining({ clock, jobs: base.jobs }, tx, joined),
    cancelDeliveries: (tx, cancelled) => cancelDeliveries({ clock }, tx, cancelled),
    announceDeparture: (accountIds, update) => bus.publish(departures(accountIds, update)),
    checkInviteCode: ({ accountId, address: from }, check) => {
      const who = accountId === null ? {} : { actorId: accountId, target: { type: 'user', id: accountId } }
      return watchAttempt('invite_refused', who, () => loginThrottle.checkInviteCode(accountId, from, check))
    },
  }

  const auth: AuthServices = {
    db,
    clock,
    tokens,
    sessions,
    loginThrottle,
    passwords,
    limits,
    guard,
    policy: {
      registration: config.registration,
      passwordLogin: config.passwordLogin,
      providerLogin: config.github !== null,
      needsSetupCode: needsSetupCode(config),
      environment: config.environment,
      docsUrl: config.docsUrl,
      version: VERSION,
      registrationLimit: callLimit.registrations,
    },
    onSignUp: (tx, person) => createPersonalSpace({ clock, guideId }, tx, person),
  }

  const accountDeps = { db, clock, sessions, loginThrottle, passwords }
  const account: AccountServices = {
    ...accountDeps,
    guard,
    policy: auth.policy,
    address,
    onAccountRenamed: (tx, accountId) => appendMemberUpdated({ clock }, tx, accountId),
    revokeAgentAccess: (tx, accountId, keeps) => revokeAgentAccess({ clock }, tx, accountId, keeps),
    deleteAccount: (actor, input, once) => deleteAccount(accountDeps, actor, input, once),
    setActive: (actor, change, once) => setActive(accountDeps, actor, change, once),
  }

  const provider: ProviderServices | null = config.github && {
    auth,
    client: createProviderClient(config.github),
    adminEmails: config.adminEmails,
    enterPersonalSpace: (tx, accountId) => enterPersonalSpace(spaces, tx, accountId),
  }

  return { spaces, auth, account, provider }
}

/** This many ids fit into one notification, with the rest of the message. */
const IDS_PER_MESSAGE = 150

function departures(accountIds: readonly string[], update: EventData<'space_update'>): OutgoingMessage[] {
  const count = Math.ceil(accountIds.length / IDS_PER_MESSAGE)
  return Array.from({ length: count }, (_, index) => ({
    kind: 'members_left',
    accountIds: accountIds.slice(index * IDS_PER_MESSAGE, (index + 1) * IDS_PER_MESSAGE),
    update,
  }))
}

/** The actor of a stream, as `identity_bootstrap` reports it. */
export function presentActor(auth: AuthServices, clock: Clock): (actor: Actor) => Promise<Profile> {
  return async (actor) => {
    if (actor.kind === 'user') return profileOf(auth, actor.accountId)
    return {
      id: actor.accountId,
      email: null,
      full_name: actor.displayName,
      username: actor.username,
      role: 'user',
      email_verified: false,
      current_org_id: actor.homeSpaceId,
      created_at: wireTime(new Date(clock.now())),
      has_password: false,
    }
  }
}
