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
        breaks: 'a network of IPv6 is one address',
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
        breaks: 'no credential that is made during a password reset outlives it',
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
        breaks: 'a right password does not count',
      },
      {
        find: '+ cardinality(${leases}) < ${max}',
        replace: '< ${max}',
        breaks: 'guesses at once get no more tries than the limit',
      },
      {
        find: 'if (clock.now() >= giveUpAt)',
        replace: 'if (true)',
        breaks: 'who finds every place taken waits while some are only being checked',
      },
      {
        find: 'where ends_at > ${now})`',
        replace: ')`',
        breaks: 'what a crash cut off gives its place back by itself',
      },
      {
        find: 'if (clock.now() >= leaseEndsAt.getTime()) throw new Busy()',
        replace: '',
        breaks: 'who took longer than the lease gets no try beside whoever has the place now',
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
        breaks: 'strangers who guess close an account to no device that was there before',
      },
      {
        find: "if (!isStillSet) throw new Unauthorized('Wrong username or password')\n",
        replace: '',
        breaks: 'a password that is being changed opens nothing afterwards',
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
        breaks: 'ten seconds after its exchange a token still answers the same successor',
      },
      {
        find: 'await repository.endSession(tx, token.session_id, at)\n',
        replace: '',
        breaks: 'a token used again later ends its family',
      },
      {
        find: 'token.ended_at !== null || ',
        replace: '',
        breaks: 'a session that has ended is refreshed no more',
      },
      {
        find: 'token.expires_at <= at',
        replace: 'token.expires_at < at',
        breaks: 'a refresh token has ended at its end',
      },
      {
        find: 'await repository.endSessionsOfDevice(tx, accountId, device.deviceId, at)',
        replace: '[]',
        breaks: 'a sign-in on a device ends the session that it had',
      },
      {
        find: 'entry === undefined || entry.until <= now',
        replace: 'entry === undefined',
        breaks: 'a session that ended is known to have within 5 s, though nobody said so',
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
        breaks: 'the last administrator stays',
      },
      {
        find: '  await repository.voidResetLinks(tx, accountId)\n',
        replace: '',
        breaks: 'a reset link made before a deactivation is void after it',
      },
      {
        find: 'await sessions.endAll(tx, accountId)',
        replace: '[]',
        breaks: 'activated again, a person signs in anew',
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
        breaks: 'whoever guessed before asking for a link may sign in after using it',
      },
    ],
  },
]
