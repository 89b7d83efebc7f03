/** The imported people of a space, for its admins: their list, and invites for each of them. */
import type { ImportedPerson } from '@flockwork/contract/imports'
import { whyNotManageInvites } from '@flockwork/contract/policy/spaces'
import { isHandle } from '@flockwork/contract/text/handles'
import type { Actor, PersonActor } from '../../../platform/actor.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/database.ts'
import { Conflict, Forbidden, NotFound, invalid } from '../../../platform/errors.ts'
import type { Once } from '../../../platform/idempotency.ts'
import { createInvite, requireMember } from '../../spaces/index.ts'
import * as repository from './claim-repository.ts'

interface Deps {
  readonly db: Db
  readonly clock: Clock
}

interface Page {
  readonly limit: number
  readonly cursor?: string | undefined
}

/** @throws NotFound; Forbidden unless an admin of the space. */
export async function listImportedPeople(
  { db }: Deps,
  actor: Actor,
  spaceId: string,
  { limit, cursor }: Page,
) {
  await requireAdmin(db, actor, spaceId)
  if (cursor !== undefined && !isHandle(cursor)) {
    throw invalid(['query', 'cursor'], 'Must be a next_cursor of the imported people')
  }
  const rows = await repository.listImported(db, spaceId, { after: cursor, limit: limit + 1 })
  const page = rows.slice(0, limit)
  return {
    people: page.map((row): ImportedPerson => ({
      id: row.id,
      handle: row.handle,
      display_name: row.display_name,
      is_bot: row.kind === 'agent',
      messages: row.messages,
      has_email: row.has_email,
      claimed_by:
        row.claimed_by === null || row.claimed_handle === null
          ? null
          : { id: row.claimed_by, handle: row.claimed_handle },
    })),
    total: await repository.countImported(db, spaceId),
    next_cursor: rows.length > limit ? (page.at(-1)?.handle ?? null) : null,
  }
}

interface Invited {
  readonly spaceId: string
  readonly personId: string
  readonly expiresHours: number | null | undefined
}

/**
 * Creates an invite that works once: the person who joins by it takes over the imported person's messages.
 * @throws NotFound; Forbidden unless an admin of the space, and in a private space; Conflict for a bot, and for
 * a claimed person.
 */
export async function inviteImported(
  deps: Deps,
  actor: PersonActor,
  { spaceId, personId, expiresHours }: Invited,
  once: Once<unknown>,
) {
  const { db } = deps
  await requireAdmin(db, actor, spaceId)
  const imported = await repository.findImported(db, personId)
  if (imported?.space_id !== spaceId) throw new NotFound('No such imported person')
  if (imported.claimed_by !== null) throw new Conflict('Somebody has claimed this person already')
  if (await repository.isBot(db, personId)) throw new Conflict('A bot can’t be claimed')
  const input = { expires_hours: expiresHours, max_uses: 1, claims: personId }
  return createInvite(deps, actor, spaceId, input, once)
}

async function requireAdmin(db: Db, { accountId }: Pick<Actor, 'accountId'>, spaceId: string): Promise<void> {
  const whyNot = whyNotManageInvites(await requireMember(db, spaceId, accountId))
  if (whyNot !== null) throw new Forbidden(whyNot)
}
