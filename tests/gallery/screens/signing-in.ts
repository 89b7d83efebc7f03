/** The pages outside the shell. */
import { NOW } from '../scene/api.ts'
import { answer, refuse, state, type Screen } from '../screen.ts'

const OUT = { as: null } as const
const PROVIDERS = {
  github: true,
  password: true,
  registration: 'open',
  first_run: false,
  setup_code: false,
  environment: 'production',
  docs_url: null,
  version: '0.1.0',
}

/** With a made-up signature; the page doesn't verify it. */
const TOKEN = ['{"alg":"ES256"}', JSON.stringify(claims()), 'seeing is believing'.repeat(5)]
  .map((part) => Buffer.from(part).toString('base64url'))
  .join('.')

function claims() {
  const iat = NOW / 1000 - 60
  return { sub: '00000000-0000-4000-8000-000000000003', username: 'ana', iat, exp: iat + 3600 }
}

const CONSENT = {
  client: { name: 'Desk Assistant', redirect_host: '127.0.0.1:4711', is_local: true },
  scopes: ['mcp', 'messages:write', 'tasks:write'],
  named_agent: null,
  agents: [
    { id: '00000000-0000-4000-8000-000000000001', handle: 'atlas', agent_type: 'general' },
    { id: '00000000-0000-4000-8000-000000000002', handle: 'scout', agent_type: 'research' },
  ],
}

export const SIGNING_IN: readonly Screen[] = [
  {
    name: 'login',
    title: 'Sign in',
    routes: ['/'],
    states: [
      state('usual', '/', OUT),
      state('with a code host', '/', {
        ...OUT,
        before: (page) => answer(page, /auth\/providers/, PROVIDERS),
      }),
      state('first account', '/', {
        ...OUT,
        before: (page) =>
          answer(page, /auth\/providers/, { ...PROVIDERS, github: false, first_run: true, setup_code: true }),
      }),
      state('a new account', '/', {
        ...OUT,
        act: (page) => page.getByRole('button', { name: 'Create account' }).click(),
      }),
      state('wrong password', '/', {
        ...OUT,
        async act(page) {
          await page.getByRole('textbox', { name: 'Email or username' }).fill('ana')
          await page.getByLabel('Password', { exact: true }).fill('not the password')
          await page.getByRole('button', { name: 'Sign in', exact: true }).click()
        },
      }),
      state('terms', '/', { ...OUT, act: (page) => page.getByRole('button', { name: /Terms/ }).click() }),
      state('loading', '/', {
        ...OUT,
        before: (page) => page.route(/auth\/refresh/, () => {}).then(() => {}),
      }),
      state('error', '/', { ...OUT, before: (page) => refuse(page, [/auth\/providers/]) }),
      state('offline', '/', { ...OUT, act: (page) => page.context().setOffline(true) }),
      state('narrow', '/', { ...OUT, frame: 'narrow' }),
      state('zoomed', '/', { ...OUT, frame: 'zoomed' }),
    ],
  },
  {
    name: 'reset',
    title: 'A new password',
    routes: ['/reset'],
    states: [
      state('usual', ({ resetLink }) => new URL(resetLink).pathname + new URL(resetLink).hash, OUT),
      state('without a link', '/reset', OUT),
      state('narrow', ({ resetLink }) => new URL(resetLink).pathname + new URL(resetLink).hash, {
        ...OUT,
        frame: 'narrow',
      }),
    ],
  },
  {
    name: 'token',
    title: 'A token for a program',
    routes: ['/oauth/token'],
    states: [
      state('usual', `/oauth/token?token=${TOKEN}`, OUT),
      state('error', '/oauth/token?error=auth_failed', OUT),
      state('narrow', `/oauth/token?token=${TOKEN}`, {
        ...OUT,
        frame: 'narrow',
      }),
    ],
  },
  {
    name: 'success',
    title: 'Signed in for a program',
    routes: ['/oauth/success'],
    states: [state('usual', '/oauth/success', OUT)],
  },
  {
    name: 'consent',
    title: 'A program asks to connect',
    routes: ['/consent/$uid'],
    states: [
      state('usual', '/consent/one', { before: (page) => answer(page, /authorize\/one\/consent/, CONSENT) }),
      state('a new agent', '/consent/one', {
        before: (page) =>
          answer(page, /authorize\/one\/consent/, {
            ...CONSENT,
            named_agent: { handle: 'scout', state: 'new' },
          }),
      }),
      state('loading', '/consent/one', {
        before: (page) => page.route(/authorize\/one/, () => {}).then(() => {}),
      }),
      state('error', '/consent/one', { before: (page) => refuse(page, [/authorize\/one/]) }),
      state('narrow', '/consent/one', {
        frame: 'narrow',
        before: (page) => answer(page, /authorize\/one\/consent/, CONSENT),
      }),
    ],
  },
  {
    name: 'consent-failed',
    title: 'A request that failed',
    routes: ['/consent/failed'],
    states: [state('usual', '/consent/failed?reason=expired', OUT)],
  },
  {
    name: 'device',
    title: 'Connect a device',
    routes: ['/device'],
    states: [
      state('usual', '/device'),
      state('wrong code', '/device?user_code=ABCD-EFGH', {
        act: (page) => page.getByRole('button', { name: 'Continue' }).click(),
      }),
      state('narrow', '/device', { frame: 'narrow' }),
    ],
  },
  {
    name: 'join',
    title: 'An invite',
    routes: ['/join/$code'],
    states: [
      state('usual', ({ inviteCode }) => `/join/${inviteCode}`, { as: 'nell' }),
      state('nobody signed in', ({ inviteCode }) => `/join/${inviteCode}`, OUT),
      state('a member', ({ inviteCode }) => `/join/${inviteCode}`),
      state('a dead code', '/join/nothing', { as: 'nell' }),
      state('error', '/join/nothing', { as: 'nell', before: (page) => refuse(page, [/api\/invites/]) }),
      state('narrow', ({ inviteCode }) => `/join/${inviteCode}`, { as: 'nell', frame: 'narrow' }),
    ],
  },
]
