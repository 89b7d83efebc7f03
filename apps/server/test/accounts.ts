/** Calls about one's own account, as a careless client makes them; and accounts of the provider alone. */
import { call, type Answer, type Given } from './calls.ts'
import type { TestServer } from './server.ts'

interface Served {
  readonly url: string
}

export const NEW_PASSWORD = 'another long password'

export function changePassword(
  { url }: Served,
  token: string,
  json: { current_password?: string | null; new_password: string },
  given: Given = {},
): Promise<Answer> {
  return call(url, 'POST', '/auth/password', { token, json, ...given })
}

export function deleteAccount(
  { url }: Served,
  token: string,
  password?: string,
  given: Given = {},
): Promise<Answer> {
  const json = password === undefined ? undefined : { password }
  return call(url, 'DELETE', '/auth/me', { token, ...(json && { json }), ...given })
}

/** A person who just signed in at the provider on every device, and never had a password. */
export async function asProviderOnly(server: TestServer, id: string): Promise<void> {
  await server.query('update people set password_hash = null where account_id = $1', [id])
  await server.query("update sessions set signed_in_with = 'provider' where account_id = $1", [id])
  await server.query(
    "insert into provider_accounts values ('github', $2, $1, 'octo-ana', '2026-01-01T00:00:00Z')",
    [id, `provider-${id}`],
  )
}

/** The reset link that `flockwork admin` printed. */
export function resetLinkIn(out: string): { address: string; token: string } {
  const [, address = '', token = ''] = /^(http.*)\/reset#token=([\w-]+)$/m.exec(out) ?? []
  return { address, token }
}

/** The acts of the audit log, oldest first. */
export async function auditedActions(server: TestServer): Promise<string[]> {
  const rows = await server.query<{ action: string }>('select action from audit order by at, id')
  return rows.map(({ action }) => action)
}
