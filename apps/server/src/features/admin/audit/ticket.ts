/** A ticket in a URL lets a browser download an export without a header; it is bound to its creator's session. */
import type { AuditFilters } from '@flockwork/contract/admin/audit'
import { AUDIT_LINK_MS } from '@flockwork/contract/limits'
import type { PersonActor } from '../../../platform/actor.ts'
import { Unauthorized } from '../../../platform/errors.ts'
import { isSignedIn } from '../../auth/index.ts'
import type { AdminServices } from '../services.ts'
import { canonical } from './chain.ts'
import { findAdministrator } from './repository.ts'

type Deps = Pick<AdminServices, 'db' | 'clock' | 'ticketKey'>

export function makeTicket(
  { clock, ticketKey }: Omit<Deps, 'db'>,
  actor: PersonActor,
  filters: AuditFilters,
) {
  const expiresAt = clock.now() + AUDIT_LINK_MS
  const said = `${expiresAt}.${actor.accountId}.${actor.sessionId}`
  return { ticket: `${said}.${ticketKey.sign(signed(said, filters))}`, expiresAt }
}

/** The ticket's owner. @throws Unauthorized, also if they are no longer signed in or an administrator. */
export async function readTicket(
  { db, clock, ticketKey }: Deps,
  ticket: string,
  filters: AuditFilters,
): Promise<{ username: string }> {
  const [expires = '', accountId = '', sessionId = '', signature = ''] = ticket.split('.')
  const said = `${expires}.${accountId}.${sessionId}`
  if (!ticketKey.verify(signed(said, filters), signature)) throw new Unauthorized('This link does not work')
  const isLate = clock.now() >= Number(expires)
  const administrator = isLate ? undefined : await findAdministrator(db, accountId)
  if (administrator === undefined || !(await isSignedIn({ db }, { accountId, sessionId }))) {
    throw new Unauthorized('This link does not work any more')
  }
  return { username: administrator.handle }
}

function signed(said: string, filters: AuditFilters): string {
  return `audit ${said} ${canonical(Object.fromEntries(Object.entries(filters).filter(([, value]) => value)))}`
}
