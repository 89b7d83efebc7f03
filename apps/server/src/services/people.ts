/** People: their accounts, how they sign in, and their spaces. */
import { needsSetupCode } from '../config.ts'
import { syncAgentMemberships } from '../features/agents/index.ts'
import {
  createProviderClient,
  reissueToken,
  type AccountServices,
  type AuthServices,
  type ProviderServices,
} from '../features/auth/index.ts'
import {
  createPersonalSpace,
  enterPersonalSpace,
  appendMemberUpdated,
  type SpaceServices,
} from '../features/spaces/index.ts'
import { setActive } from '../lifecycle/deactivate-account.ts'
import { deleteAccount } from '../lifecycle/delete-account.ts'
import { VERSION } from '../version.ts'
import type { Ground } from './ground.ts'

export function buildPeople(ground: Ground, guideId: string) {
  const { config, db, clock, tokens, sessions, loginThrottle, passwords, limits, callLimit, address } = ground

  const spaces: SpaceServices = {
    db,
    clock,
    guideId,
    reissueToken: (actor) => reissueToken({ db, tokens }, actor),
    invalidateAccount: sessions.invalidateAccount,
    syncAgentMemberships: (tx, ownerId) => syncAgentMemberships(tx, ownerId, new Date(clock.now())),
    countInviteAttempt: loginThrottle.countInviteCode,
  }

  const auth: AuthServices = {
    db,
    clock,
    tokens,
    sessions,
    loginThrottle,
    passwords,
    limits,
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
    policy: auth.policy,
    address,
    onAccountRenamed: (tx, accountId) => appendMemberUpdated({ clock }, tx, accountId),
    deleteAccount: (actor, input, storeKey) => deleteAccount(accountDeps, actor, input, storeKey),
    setActive: (actor, change, storeKey) => setActive(accountDeps, actor, change, storeKey),
  }

  const provider: ProviderServices | null = config.github && {
    auth,
    client: createProviderClient(config.github),
    adminEmails: config.adminEmails,
    enterPersonalSpace: (tx, accountId) => enterPersonalSpace(spaces, tx, accountId),
  }

  return { spaces, auth, account, provider }
}
