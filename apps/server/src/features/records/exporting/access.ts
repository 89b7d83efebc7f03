/** Who may download the record of a space, and for how long (docs/rules/records.md#export). */
import { RECORD_KEPT_MS, RECORD_LINK_MS } from '@flockwork/contract/limits'
import { whyNotExport } from '@flockwork/contract/policy/spaces'
import type { Clock } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/database.ts'
import { Forbidden, Unauthorized } from '../../../platform/errors.ts'
import { requireMember } from '../../spaces/index.ts'
import { isSignedIn } from '../../auth/index.ts'
import * as repository from './reader-repository.ts'

/** A person in a session. */
export interface Reader {
  readonly accountId: string
  readonly sessionId: string
}

interface Deps {
  readonly db: Db
  readonly clock: Clock
  readonly ticketKey: { sign(text: string): string; verify(text: string, signature: string): boolean }
}

/** @throws NotFound for a non-member, Forbidden for a member who isn't an admin */
export async function requireExportRight(db: Db, spaceId: string, accountId: string): Promise<void> {
  const whyNot = whyNotExport(await requireMember(db, spaceId, accountId))
  if (whyNot !== null) throw new Forbidden(whyNot)
}

/**
 * A ticket in a URL lets a browser download without a header. It is bound to its creator's session and to one space.
 */
export function makeTicket({ clock, ticketKey }: Omit<Deps, 'db'>, spaceId: string, reader: Reader) {
  const expiresAt = clock.now() + RECORD_LINK_MS
  const said = `${expiresAt}.${reader.accountId}.${reader.sessionId}`
  return { ticket: `${said}.${ticketKey.sign(signed(spaceId, said))}`, expiresAt }
}

/**
 * @param isResumed whether it resumes an earlier download: then it is valid as long as the file exists
 * @throws Unauthorized
 */
export async function readTicket(
  { db, clock, ticketKey }: Deps,
  spaceId: string,
  ticket: string,
  isResumed: boolean,
): Promise<Reader> {
  const [expires = '', accountId = '', sessionId = '', signature = ''] = ticket.split('.')
  const said = `${expires}.${accountId}.${sessionId}`
  if (!ticketKey.verify(signed(spaceId, said), signature)) throw new Unauthorized('This link does not work')
  const until = Number(expires) + (isResumed ? RECORD_KEPT_MS : 0)
  const reader = { accountId, sessionId }
  if (clock.now() >= until || !(await isSignedIn({ db }, reader))) {
    throw new Unauthorized('This link does not work any more')
  }
  return reader
}

function signed(spaceId: string, said: string): string {
  return `record ${spaceId} ${said}`
}

/** Whether a download may continue: the session, the account, the space and the role are still valid. */
export async function mayContinue(db: Db, spaceId: string, reader: Reader): Promise<boolean> {
  return (await isSignedIn({ db }, reader)) && (await repository.isAdmin(db, spaceId, reader.accountId))
}
