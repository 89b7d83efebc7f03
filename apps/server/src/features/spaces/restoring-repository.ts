import type { Db, Tx } from '../../platform/database.ts'

/** Saves the members of a space that is being deleted, so that it can be restored. */
export async function saveMembers(tx: Tx, spaceId: string): Promise<void> {
  await tx
    .insertInto('deleted_space_members')
    .columns(['space_id', 'account_id', 'role', 'joined_at', 'last_seen_seq'])
    .expression((query) =>
      query
        .selectFrom('members')
        .select(['space_id', 'account_id', 'role', 'joined_at', 'last_seen_seq'])
        .where('space_id', '=', spaceId),
    )
    .execute()
}

/** Restores the members whose accounts aren't deleted. */
export async function restoreMembers(tx: Tx, spaceId: string): Promise<void> {
  await tx
    .insertInto('members')
    .columns(['space_id', 'account_id', 'role', 'joined_at', 'last_seen_seq'])
    .expression((query) =>
      query
        .selectFrom('deleted_space_members as was')
        .innerJoin('accounts', 'accounts.id', 'was.account_id')
        .select(['was.space_id', 'was.account_id', 'was.role', 'was.joined_at', 'was.last_seen_seq'])
        .where('was.space_id', '=', spaceId)
        .where('accounts.status', '<>', 'deleted'),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  await tx.deleteFrom('deleted_space_members').where('space_id', '=', spaceId).execute()
}

/** Deletes the saved memberships of a person whose account is deleted. */
export async function deleteFormerMemberships(tx: Tx, accountId: string): Promise<void> {
  await tx.deleteFrom('deleted_space_members').where('account_id', '=', accountId).execute()
}

/** Locks the rows of the former members who still have an account; returns them. */
export async function lockFormerPeople(tx: Tx, spaceId: string): Promise<string[]> {
  const rows = await tx
    .selectFrom('people')
    .innerJoin('accounts', 'accounts.id', 'people.account_id')
    .select('people.account_id')
    .where('accounts.status', '<>', 'deleted')
    .where('people.account_id', 'in', (query) =>
      query.selectFrom('deleted_space_members').select('account_id').where('space_id', '=', spaceId),
    )
    .orderBy('people.account_id')
    .forUpdate('people')
    .execute()
  return rows.map(({ account_id }) => account_id)
}

/** The deleted space, locked against a concurrent restoration; undefined if it isn't deleted. */
export function lockDeletedSpace(tx: Tx, spaceId: string) {
  return tx
    .selectFrom('spaces')
    .select('id')
    .where('id', '=', spaceId)
    .where('deleted_at', 'is not', null)
    .forUpdate()
    .executeTakeFirst()
}

export async function markRestored(tx: Tx, spaceId: string): Promise<void> {
  await tx.updateTable('spaces').set({ deleted_at: null }).where('id', '=', spaceId).execute()
}

const UUID_CHARS = 36

/** A space by its slug or id, deleted or not. */
export function findAnySpace(db: Db, given: string) {
  const wanted = given.trim().toLowerCase()
  return db
    .selectFrom('spaces')
    .select(['id', 'name', 'slug', 'is_personal', 'deleted_at', 'purged_at'])
    .where(({ or, eb, cast }) =>
      wanted.length === UUID_CHARS
        ? or([eb('slug', '=', wanted), eb(cast<string>('id', 'text'), '=', wanted)])
        : eb('slug', '=', wanted),
    )
    .executeTakeFirst()
}

/** Spaces with saved members that were deleted after `since`, latest deletion first. */
export function listDeletedSpaces(db: Db, since: Date, limit: number) {
  return db
    .selectFrom('spaces')
    .leftJoin('accounts as maker', 'maker.id', 'spaces.created_by')
    .select(['spaces.slug', 'spaces.name', 'spaces.deleted_at', 'maker.handle as created_by'])
    .select(({ selectFrom }) =>
      selectFrom('deleted_space_members as was')
        .innerJoin('people', 'people.account_id', 'was.account_id')
        .whereRef('was.space_id', '=', 'spaces.id')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .as('people'),
    )
    .where('spaces.deleted_at', '>', since)
    .where('spaces.purged_at', 'is', null)
    .where('spaces.is_personal', '=', false)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('deleted_space_members as was')
          .innerJoin('people', 'people.account_id', 'was.account_id')
          .select('was.account_id')
          .whereRef('was.space_id', '=', 'spaces.id'),
      ),
    )
    .orderBy('spaces.deleted_at', 'desc')
    .limit(limit)
    .execute()
}
