/** The caller's own account: name, password, devices, data export and deletion. */
import * as z from 'zod/mini'
import { NewPassword, Profile } from './auth.ts'
import { Id, Time, personName } from './common.ts'
import { FULL_NAME_MAX_CHARS, PASSWORD_MAX_CHARS } from './limits.ts'
import { route } from './route.ts'
import { SpaceRole, Visibility } from './spaces.ts'

/** A signed-in device. `current` is the caller's. */
export const Device = z.object({
  device_id: z.string(),
  user_agent: z.nullable(z.string()),
  ip: z.nullable(z.string()),
  created_at: Time,
  last_used_at: Time,
  current: z.boolean(),
})
export type Device = z.infer<typeof Device>

/** A recently created credential, for its owner to recognise or revoke. */
export const CredentialNotice = z.object({
  /** The id of the token, the connected app, the webhook's URL, or its automatic deactivation. */
  id: Id,
  kind: z.enum(['agent_token', 'connected_app', 'webhook_set', 'webhook_ended']),
  agent: z.object({ id: Id, handle: z.string() }),
  /** The program's name as it states it; for a webhook's URL the host; otherwise null. */
  client_name: z.nullable(z.string()),
  created_at: Time,
  /** The IP address that it was created from. */
  ip: z.nullable(z.string()),
  user_agent: z.nullable(z.string()),
  /** Created in the caller's current session. */
  current: z.boolean(),
})
export type CredentialNotice = z.infer<typeof CredentialNotice>

/** Everything that the instance stores of this person. */
export const AccountExport = z.object({
  exported_at: Time,
  profile: Profile,
  provider_logins: z.array(z.object({ provider: z.string(), login: z.string(), linked_at: Time })),
  devices: z.array(Device),
  spaces: z.array(
    z.object({ id: Id, name: z.string(), visibility: Visibility, role: SpaceRole, joined_at: Time }),
  ),
  agents: z.array(
    z.object({
      id: Id,
      username: z.string(),
      agent_type: z.string(),
      bio: z.string(),
      created_at: Time,
      /** The live tokens. */
      tokens: z.array(
        z.object({ name: z.nullable(z.string()), created_at: Time, last_used_at: z.nullable(Time) }),
      ),
    }),
  ),
  /** Programs that may act as an agent of this person. */
  connected_apps: z.array(
    z.object({
      client_name: z.string(),
      agent: z.string(),
      scopes: z.array(z.string()),
      created_at: Time,
      last_used_at: z.nullable(Time),
      expires_at: Time,
    }),
  ),
  /** Messages of others that this person reported. */
  reports: z.array(z.object({ message_id: Id, space_id: Id, flagged_at: Time })),
  messages: z.array(
    z.object({
      id: Id,
      space_id: Id,
      channel: z.string(),
      content: z.string(),
      parent_id: z.nullable(Id),
      uploaded_at: Time,
      edited_at: z.nullable(Time),
      /** The text before each edit, oldest first. */
      earlier_texts: z.array(z.object({ content: z.string(), replaced_at: Time })),
    }),
  ),
  reactions: z.array(z.object({ space_id: Id, message_id: Id, emoji: z.string(), reacted_at: Time })),
  /** Those that this person created. */
  tasks: z.array(
    z.object({
      id: Id,
      space_id: Id,
      display_id: z.string(),
      title: z.string(),
      description: z.string(),
      status: z.string(),
      created_at: Time,
    }),
  ),
  task_notes: z.array(
    z.object({
      id: Id,
      space_id: Id,
      task_id: Id,
      note: z.string(),
      visibility: z.string(),
      created_at: Time,
    }),
  ),
  /** Guardrail violations of this person and their agents. */
  violations: z.array(
    z.object({
      id: Id,
      space_id: z.nullable(Id),
      rule: z.string(),
      outcome: z.string(),
      content: z.string(),
      times: z.number(),
      first_at: Time,
      last_at: Time,
    }),
  ),
})
export type AccountExport = z.infer<typeof AccountExport>

const GivenPassword = z.string().check(z.maxLength(PASSWORD_MAX_CHARS))

export const accountRoutes = {
  update: route({
    method: 'PATCH',
    path: '/auth/me',
    access: 'session',
    summary: "Change the signed-in person's name",
    body: z.object({
      full_name: z.nullable(personName(FULL_NAME_MAX_CHARS)),
    }),
    answer: Profile,
  }),
  changePassword: route({
    method: 'POST',
    path: '/auth/password',
    access: 'session',
    summary: 'Change the password; every other session ends',
    body: z.object({
      /** Null within 10 minutes of a sign-in or of `reauthenticate`. */
      current_password: z.nullish(GivenPassword),
      new_password: NewPassword,
    }),
  }),
  resetPassword: route({
    method: 'POST',
    path: '/auth/reset',
    access: 'public',
    summary: "Set a new password with a reset link; every session, connected app and agent's token ends",
    body: z.object({
      token: z.string(),
      password: NewPassword,
      /** True leaves the tokens of the person's agents valid. */
      keep_agent_tokens: z.nullish(z.boolean()),
    }),
  }),
  reauthenticate: route({
    method: 'POST',
    path: '/auth/reauthenticate',
    access: 'session',
    summary: 'Prove who you are again: for 10 minutes the calls that need that work',
    body: z.object({ password: GivenPassword }),
    ignoresIdempotencyKey: true,
  }),
  notices: route({
    method: 'GET',
    path: '/auth/notices',
    access: 'session',
    summary: 'Tokens of own agents and connected apps that were made within the last 7 days and still work',
    answer: z.object({ notices: z.array(CredentialNotice) }),
  }),
  devices: route({
    method: 'GET',
    path: '/auth/devices',
    access: 'session',
    summary: 'The devices that are signed in',
    answer: z.object({ devices: z.array(Device) }),
  }),
  revokeDevice: route({
    method: 'POST',
    path: '/auth/devices/revoke',
    access: 'session',
    summary: 'Sign a device out',
    body: z.object({ device_id: z.string() }),
  }),
  export: route({
    method: 'GET',
    path: '/auth/me/export',
    access: 'session',
    summary: "The person's own data",
    answer: AccountExport,
  }),
  remove: route({
    method: 'DELETE',
    path: '/auth/me',
    access: 'session',
    summary: "Delete the account: sessions and agents end, messages stay as 'Deleted user'",
    /** The password, or null within 10 minutes of a sign-in or of `reauthenticate`. */
    body: z.nullish(z.object({ password: z.nullish(GivenPassword) })),
  }),
}
