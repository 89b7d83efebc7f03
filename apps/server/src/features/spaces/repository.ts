import { MEMBERS_PAGE } from '@flockwork/contract/spaces'
import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/database.ts'
import { preparedQuery } from '../../platform/prepared-query.ts'

export interface NewSpace {
  readonly id: string
  readonly name: string
  readonly slug: string
  readonly visibility: string
  readonly description: string | null
  readonly isPersonal: boolean
  readonly createdBy: string | null
  readonly at: Date
  readonly channels: readonly string[]
}

/** Inserts the space with its sequence and channels; false if the slug is taken. */
export async function insertSpace(tx: Tx, space: NewSpace): Promise<boolean> {
  const row = await tx
    .insertInto('spaces')
    .values({
      id: space.id,
      name: space.name,
      slug: space.slug,
      visibility: space.visibility,
      description: space.description,
      is_personal: space.isPersonal,
      created_by: space.createdBy,
      created_at: space.at,
    })
    // waits for a transaction that is taking the slug
    .onConflict((conflict) => conflict.column('slug').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (row === undefined) return false
  await tx.insertInto('space_sequences').values({ space_id: space.id }).execute()
  await tx
    .insertInto('channels')
    .values(
      // a millisecond apart, to be listed in this order
      space.channels.map((name, index) => ({
        space_id: space.id,
        name,
        created_at: new Date(space.at.getTime() + index),
      })),
    )
    .execute()
  return true
}

/** False if the account is a member already. Earlier messages don't count as unread. */
export async function insertMember(
  tx: Tx,
  member: { spaceId: string; accountId: string; role: 'admin' | 'member'; at: Date },
): Promise<boolean> {
  const row = await tx
    .insertInto('members')
    .values({
      space_id: member.spaceId,
      account_id: member.accountId,
      role: member.role,
      joined_at: member.at,
      last_seen_seq: sql<number>`coalesce((select seq from space_sequences where space_id = ${member.spaceId}), 0)`,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('account_id')
    .executeTakeFirst()
  return row !== undefined
}

export async function setCurrentSpace(tx: Tx, accountId: string, spaceId: string): Promise<void> {
  await tx
    .updateTable('people')
    .set({ current_space_id: spaceId })
    .where('account_id', '=', accountId)
    .execute()
}

export async function findPersonalSpace(db: Db, accountId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('spaces')
    .select('id')
    .where('created_by', '=', accountId)
    .where('is_personal', '=', true)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return row?.id
}

/** Whether the person's current space exists and they are in it. */
export async function isInCurrentSpace(tx: Tx, accountId: string): Promise<boolean> {
  const row = await tx
    .selectFrom('people')
    .innerJoin('members', (join) =>
      join
        .onRef('members.space_id', '=', 'people.current_space_id')
        .onRef('members.account_id', '=', 'people.account_id'),
    )
    .innerJoin('spaces', 'spaces.id', 'members.space_id')
    .select('people.account_id')
    .where('people.account_id', '=', accountId)
    .where('spaces.deleted_at', 'is', null)
    .executeTakeFirst()
  return row !== undefined
}

/** Locks the person's row, so that two concurrent creations can't both take the last slot. */
export async function countCreatedForUpdate(tx: Tx, accountId: string, visibility: string): Promise<number> {
  await tx.selectFrom('people').select('account_id').where('account_id', '=', accountId).forUpdate().execute()
  const { count } = await tx
    .selectFrom('spaces')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('created_by', '=', accountId)
    .where('visibility', '=', visibility)
    .where('is_personal', '=', false)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow()
  return count
}

function selectSpaces(db: Db, accountId: string) {
  return db
    .selectFrom('spaces')
    .leftJoin('members as me', (join) =>
      join.onRef('me.space_id', '=', 'spaces.id').on('me.account_id', '=', accountId),
    )
    .select([
      'spaces.id',
      'spaces.name',
      'spaces.slug',
      'spaces.visibility',
      'spaces.description',
      'spaces.is_personal',
      'spaces.created_by',
      'spaces.created_at',
      'me.role',
      'me.joined_at',
    ])
    .leftJoin('space_people', 'space_people.space_id', 'spaces.id')
    .select('space_people.people as member_count')
    .where('spaces.deleted_at', 'is', null)
}

export type SpaceRow = NonNullable<Awaited<ReturnType<typeof findSpace>>>

export function findSpace(db: Db, accountId: string, spaceId: string) {
  return selectSpaces(db, accountId).where('spaces.id', '=', spaceId).executeTakeFirst()
}

export function listSpaces(db: Db, accountId: string) {
  return selectSpaces(db, accountId)
    .where('me.joined_at', 'is not', null)
    .orderBy('me.joined_at')
    .orderBy('spaces.id')
    .execute()
}

/** The maximum number of public spaces listed. */
const PUBLIC_MAX = 500

export function listPublicSpaces(db: Db, accountId: string) {
  return selectSpaces(db, accountId)
    .where('spaces.visibility', '=', 'public')
    .where('spaces.is_personal', '=', false)
    .orderBy('spaces.created_at', 'desc')
    .orderBy('spaces.id', 'desc')
    .limit(PUBLIC_MAX)
    .execute()
}

export async function saveSpace(
  tx: Tx,
  spaceId: string,
  fields: {
    name: string
    description: string | null
    visibility: string
    max_hops?: number | null
    max_chain?: number | null
  },
): Promise<void> {
  await tx.updateTable('spaces').set(fields).where('id', '=', spaceId).execute()
}

/** Whether the person administers the instance. */
export async function isAdministrator(tx: Tx, accountId: string): Promise<boolean> {
  const row = await tx
    .selectFrom('people')
    .select('account_id')
    .where('account_id', '=', accountId)
    .where('role', '=', 'admin')
    .executeTakeFirst()
  return row !== undefined
}

/** Whether anyone may join the space; it can't change before the commit. */
export async function isPublicForShare(tx: Tx, spaceId: string): Promise<boolean> {
  const row = await tx
    .selectFrom('spaces')
    .select('id')
    .where('id', '=', spaceId)
    .where('visibility', '=', 'public')
    .where('deleted_at', 'is', null)
    .forShare()
    .executeTakeFirst()
  return row !== undefined
}

/** The number of existing spaces of each visibility that the person created, without the personal one. */
export async function countCreated(db: Db, accountId: string) {
  const rows = await db
    .selectFrom('spaces')
    .select(['visibility', ({ fn }) => fn.countAll<number>().as('count')])
    .where('created_by', '=', accountId)
    .where('is_personal', '=', false)
    .where('deleted_at', 'is', null)
    .groupBy('visibility')
    .execute()
  const countOf = (kind: string) => rows.find(({ visibility }) => visibility === kind)?.count ?? 0
  return { private: countOf('private'), invite_only: countOf('invite_only'), public: countOf('public') }
}

const selectMembership = preparedQuery((db, { spaceId, accountId }: { spaceId: string; accountId: string }) =>
  db
    .selectFrom('members')
    .innerJoin('spaces', 'spaces.id', 'members.space_id')
    .select(['members.role', 'spaces.visibility', 'spaces.is_personal'])
    .where('members.space_id', '=', spaceId)
    .where('members.account_id', '=', accountId)
    .where('spaces.deleted_at', 'is', null),
)

export async function findMembership(db: Db, spaceId: string, accountId: string) {
  const [row] = await selectMembership(db, { spaceId, accountId })
  return row
}

const selectSpaceIds = preparedQuery((db, { accountId }: { accountId: string }) =>
  db
    .selectFrom('members')
    .innerJoin('spaces', 'spaces.id', 'members.space_id')
    .select('members.space_id')
    .where('members.account_id', '=', accountId)
    .where('spaces.deleted_at', 'is', null)
    .orderBy('members.joined_at'),
)

export async function listSpaceIds(db: Db, accountId: string): Promise<string[]> {
  const rows = await selectSpaceIds(db, { accountId })
  return rows.map((row) => row.space_id)
}

/** How many people are in the space. */
export async function countPeople(db: Db, spaceId: string): Promise<number> {
  const row = await db
    .selectFrom('space_people')
    .select('people')
    .where('space_id', '=', spaceId)
    .executeTakeFirst()
  return row?.people ?? 0
}

/** Where a page of members starts: after the member with this position. */
export interface MemberCursor {
  readonly joinedAt: Date
  readonly id: string
}

/** People of the space in the order of joining, after `after`: one more than the maximum page. */
export function listMembers(db: Db, spaceId: string, after: MemberCursor | undefined) {
  return (
    selectMembers(db)
      .where('members.space_id', '=', spaceId)
      .$if(after !== undefined, (query) =>
        query.where(
          sql<boolean>`(members.joined_at, members.account_id) > (${after?.joinedAt}, ${after?.id}::uuid)`,
        ),
      )
      .orderBy('members.joined_at')
      .orderBy('members.account_id')
      // a literal: with a parameter as the limit the planner would read the whole space
      .limit(sql.lit(MEMBERS_PAGE + 1))
      .execute()
  )
}

/** One person of the space. */
export function findMember(db: Db, spaceId: string, accountId: string) {
  return selectMembers(db)
    .where('members.space_id', '=', spaceId)
    .where('members.account_id', '=', accountId)
    .executeTakeFirst()
}

/** A person as a member of each of their spaces. */
export function listMembershipsOf(db: Db, accountId: string) {
  return selectMembers(db)
    .innerJoin('spaces', 'spaces.id', 'members.space_id')
    .select('members.space_id')
    .where('members.account_id', '=', accountId)
    .where('spaces.deleted_at', 'is', null)
    .execute()
}

function selectMembers(db: Db) {
  return db
    .selectFrom('members')
    .innerJoin('accounts', 'accounts.id', 'members.account_id')
    .innerJoin('people', 'people.account_id', 'accounts.id')
    .select([
      'accounts.id as user_id',
      'accounts.handle as username',
      'people.full_name',
      'members.role',
      'members.joined_at',
    ])
    .select(({ selectFrom }) =>
      selectFrom('agents')
        .innerJoin('members as theirs', 'theirs.account_id', 'agents.account_id')
        .whereRef('theirs.space_id', '=', 'members.space_id')
        .whereRef('agents.owner_id', '=', 'accounts.id')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .as('agent_count'),
    )
    .where('members.kind', '=', 'user')
}

/** The maximum listed at a switch; the roster has all of them. */
const AGENTS_MAX = 200

/** The first agents of the space by handle. The type of another person's private agent is hidden. */
export function listAgents(db: Db, spaceId: string, viewerId: string) {
  return db
    .selectFrom('members')
    .innerJoin('agents', 'agents.account_id', 'members.account_id')
    .innerJoin('accounts', 'accounts.id', 'agents.account_id')
    .select(['accounts.id', 'accounts.handle as username'])
    .select(({ eb, and }) =>
      eb
        .case()
        .when(and([eb('agents.visibility', '=', 'private'), eb('agents.owner_id', '<>', viewerId)]))
        .then('general')
        .else(eb.ref('agents.agent_type'))
        .end()
        .as('agent_type'),
    )
    .where('members.space_id', '=', spaceId)
    .where('members.kind', '=', 'agent')
    .where('accounts.status', '=', 'active')
    .orderBy(sql`members.handle collate "C"`)
    .limit(sql.lit(AGENTS_MAX))
    .execute()
}

export async function listSlugs(db: Db, spaceIds: readonly string[]): Promise<Map<string, string>> {
  if (spaceIds.length === 0) return new Map()
  const rows = await db.selectFrom('spaces').select(['id', 'slug']).where('id', 'in', spaceIds).execute()
  return new Map(rows.map(({ id, slug }) => [id, slug]))
}
