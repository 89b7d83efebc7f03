/** Accounts and sessions (docs/rules/accounts.md#browser-session). */
import * as z from 'zod/mini'
import { Id, Time, personName } from './common.ts'
import {
  EMAIL_MAX_CHARS,
  FULL_NAME_MAX_CHARS,
  HANDLE_MAX_CHARS,
  HANDLE_MIN_CHARS,
  PASSWORD_MAX_CHARS,
  PASSWORD_MIN_CHARS,
} from './limits.ts'
import { route } from './route.ts'
import { isHandle, normaliseHandle } from './text/handles.ts'

export const Profile = z.object({
  id: Id,
  email: z.nullable(z.string()),
  full_name: z.nullable(z.string()),
  username: z.string(),
  role: z.enum(['admin', 'agent_manager', 'user']),
  email_verified: z.boolean(),
  current_org_id: z.nullable(Id),
  created_at: Time,
  /** False for an account that signs in only at the provider. */
  has_password: z.boolean(),
})
export type Profile = z.infer<typeof Profile>

/** The author's name on messages of a deleted account (docs/rules/accounts.md#deletion). */
export const DELETED_USER_NAME = 'Deleted user'

export const Username = z.pipe(
  z.pipe(
    z.string(),
    z.transform((value) => normaliseHandle(value)),
  ),
  z.string().check(
    z.refine(isHandle, {
      message: `Use ${HANDLE_MIN_CHARS} to ${HANDLE_MAX_CHARS} of a-z, 0-9, _ and -, beginning with a letter or digit and not ending with -`,
    }),
  ),
)

const Email = z
  .string()
  .check(
    z.trim(),
    z.maxLength(EMAIL_MAX_CHARS, `At most ${EMAIL_MAX_CHARS} characters`),
    z.regex(/^[^\s@]+@[^\s@]+$/, 'Must be an e-mail address'),
  )

export const NewPassword = z
  .string()
  .check(
    z.minLength(PASSWORD_MIN_CHARS, `At least ${PASSWORD_MIN_CHARS} characters`),
    z.maxLength(PASSWORD_MAX_CHARS, `At most ${PASSWORD_MAX_CHARS} characters`),
  )

/** `refresh_token` only for callers that aren't browsers: a script in a page must never be able to read one. */
export const Session = z.object({
  access_token: z.string(),
  refresh_token: z.optional(z.string()),
  token_type: z.literal('bearer'),
  expires_in: z.number(),
  user: Profile,
})
export type Session = z.infer<typeof Session>

export const Providers = z.object({
  github: z.boolean(),
  password: z.boolean(),
  registration: z.enum(['open', 'closed']),
  first_run: z.boolean(),
  setup_code: z.boolean(),
  environment: z.string(),
  docs_url: z.nullable(z.string()),
  version: z.string(),
})
export type Providers = z.infer<typeof Providers>

export const authRoutes = {
  providers: route({
    method: 'GET',
    path: '/auth/providers',
    access: 'public',
    summary: 'What ways to sign in this instance offers',
    answer: Providers,
  }),
  register: route({
    method: 'POST',
    path: '/auth/register',
    access: 'public',
    summary: 'Create a local account and sign in',
    body: z.object({
      email: Email,
      password: NewPassword,
      username: Username,
      full_name: z.nullish(personName(FULL_NAME_MAX_CHARS)),
      setup_code: z.nullish(z.string()),
    }),
    answer: Session,
    status: 201,
    ignoresIdempotencyKey: true,
  }),
  login: route({
    method: 'POST',
    path: '/auth/login',
    access: 'public',
    summary: 'Sign in with an e-mail address or username and a password',
    body: z.object({ email: z.string().check(z.trim(), z.minLength(1)), password: z.string() }),
    answer: Session,
    ignoresIdempotencyKey: true,
  }),
  refresh: route({
    method: 'POST',
    path: '/auth/refresh',
    access: 'public',
    summary: 'Exchange a refresh token (cookie, bearer or body) for a new session token',
    body: z.nullish(z.object({ refresh_token: z.nullish(z.string()) })),
    answer: Session,
    ignoresIdempotencyKey: true,
  }),
  logout: route({
    method: 'POST',
    path: '/auth/logout',
    access: 'public',
    summary: 'End this session',
    body: z.nullish(z.object({ refresh_token: z.nullish(z.string()) })),
  }),
  me: route({
    method: 'GET',
    path: '/auth/me',
    access: 'session',
    summary: 'The signed-in person',
    answer: Profile,
  }),
}
