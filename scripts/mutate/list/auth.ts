/** Rules of signing in. */
import type { MutatedFile } from '../mutation.ts'

const ROOM = 'apps/server/src/features/auth'

export const AUTH: readonly MutatedFile[] = [
  {
    file: `${ROOM}/**/login-throttle.ts`,
    tests: [`${ROOM}/**/login-throttle.api.test.ts`],
    mutations: [
      {
        find: 'attempts.run(BY_ADDRESS, limitedAddress(address), check)',
        replace: 'attempts.run(BY_ADDRESS, address, check)',
        breaks: 'an IPv6 network counts as one address',
      },
    ],
  },
  {
    file: `${ROOM}/people.ts`,
    tests: ['apps/server/src/lifecycle/revoke-agent-access.api.test.ts'],
    mutations: [
      {
        find: 'if (!(await repository.isSignedIn(tx, actor)))',
        replace: 'if (false)',
        breaks: "a credential created during a password reset doesn't survive it",
      },
    ],
  },
  {
    file: `${ROOM}/**/attempts.ts`,
    tests: [`${ROOM}/**/attempts.api.test.ts`, `${ROOM}/**/login-throttle.api.test.ts`],
    mutations: [
      {
        find: 'failures = failures + ${isWrong ? 1 : 0}',
        replace: 'failures = failures + 1',
        breaks: 'a correct password does not count as a failure',
      },
      {
        find: '+ cardinality(${leases}) < ${max}',
        replace: '< ${max}',
        breaks: 'concurrent attempts are limited like sequential ones',
      },
      {
        find: 'if (clock.now() >= giveUpAt)',
        replace: 'if (true)',
        breaks: 'an attempt that finds all slots taken waits while some of them are still being checked',
      },
      {
        find: 'where ends_at > ${now})`',
        replace: ')`',
        breaks: 'the slot of an attempt that a crash interrupted is released automatically',
      },
      {
        find: 'if (clock.now() >= leaseEndsAt.getTime()) throw new Busy()',
        replace: '',
        breaks: 'an attempt that outlives its lease is rejected, as its slot may be taken again',
      },
    ],
  },
  {
    file: `${ROOM}/sign-in/**/service.ts`,
    tests: [
      `${ROOM}/**/login-throttle.api.test.ts`,
      `${ROOM}/**/password.api.test.ts`,
      `${ROOM}/sign-in/sign-in.api.test.ts`,
    ],
    mutations: [
      {
        find: 'isKnownDevice ? null : ',
        replace: '',
        breaks: 'strangers who guess passwords lock the account out of none of its known devices',
      },
      {
        find: "if (!isStillSet) throw new Unauthorized('Wrong username or password')\n",
        replace: '',
        breaks: 'a password that is being changed no longer signs in afterwards',
      },
    ],
  },
  {
    file: `${ROOM}/**/sessions.ts`,
    tests: [
      `${ROOM}/**/refresh-tokens.api.test.ts`,
      `${ROOM}/**/logout.api.test.ts`,
      `${ROOM}/**/devices.api.test.ts`,
    ],
    mutations: [
      {
        find: '> REFRESH_GRACE_MS',
        replace: '>= REFRESH_GRACE_MS',
        breaks: 'a refresh token returns the same successor up to exactly ten seconds after its rotation',
      },
      {
        find: 'await repository.endSession(tx, token.session_id, at)\n',
        replace: '',
        breaks: 'reusing a refresh token later ends its family',
      },
      {
        find: 'token.ended_at !== null || ',
        replace: '',
        breaks: 'the refresh token of an ended session is rejected',
      },
      {
        find: 'token.expires_at <= at',
        replace: 'token.expires_at < at',
        breaks: 'a refresh token is invalid at the time of its expiry',
      },
      {
        find: 'await repository.endSessionsOfDevice(tx, accountId, device.deviceId, at)',
        replace: '[]',
        breaks: "signing in on a device ends the device's previous session",
      },
      {
        find: 'entry === undefined || entry.until <= now',
        replace: 'entry === undefined',
        breaks: 'an ended session is noticed within 5 s, even without a notification',
      },
    ],
  },
  {
    file: `${ROOM}/**/deactivation.ts`,
    tests: [`${ROOM}/**/deactivation.api.test.ts`, `${ROOM}/**/reset-links.api.test.ts`],
    mutations: [
      {
        find: "if (isLastAdmin) throw new Conflict('This is the only administrator of this instance')\n",
        replace: '',
        breaks: "the last administrator can't be deactivated",
      },
      {
        find: '  await repository.voidResetLinks(tx, accountId)\n',
        replace: '',
        breaks: 'a reset link from before a deactivation is void after it',
      },
      {
        find: 'await sessions.endAll(tx, accountId)',
        replace: '[]',
        breaks: 'a reactivated person has to sign in again',
      },
    ],
  },
  {
    file: `${ROOM}/**/reset-links.ts`,
    tests: [`${ROOM}/**/reset-links.api.test.ts`],
    mutations: [
      {
        find: 'if (!(await repository.useResetLink(tx, hash, new Date(clock.now())))) throw linkIsVoid()\n',
        replace: '',
        breaks: 'a reset link works once',
      },
      {
        find: '  await loginThrottle.clear(accountId)\n',
        replace: '',
        breaks: "using a reset link clears the person's failed attempts",
      },
    ],
  },
]
