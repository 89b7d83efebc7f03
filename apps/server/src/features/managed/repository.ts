import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/database.ts'

export interface Settings {
  readonly instructions: string
  readonly model: string | null
  readonly tools: readonly string[]
}

function selectManaged(db: Db) {
  return db
    .selectFrom('managed_agents')
    .innerJoin('accounts', 'accounts.id', 'managed_agents.agent_id')
    .select([
      'accounts.id',
      'accounts.handle',
      'managed_agents.instructions',
      'managed_agents.model',
      'managed_agents.tools',
    ])
    .where('accounts.status', '<>', 'deleted')
}

export type ManagedRow = NonNullable<Awaited<ReturnType<typeof findManaged>>>

export function findManaged(db: Db, id: string) {
  return selectManaged(db).where('agent_id', '=', id).executeTakeFirst()
}

export function listManaged(db: Db) {
  return selectManaged(db).orderBy('accounts.handle').execute()
}

export interface SpaceRow {
  readonly agent_id: string
  readonly id: string
  readonly name: string
  readonly slug: string
}

export async function listSpaces(db: Db, agentIds: readonly string[]): Promise<SpaceRow[]> {
  const { rows } = await sql<SpaceRow>`
    select m.account_id as agent_id, s.id, s.name, s.slug
    from members m join spaces s on s.id = m.space_id and s.deleted_at is null
    where m.account_id = any(${[...agentIds]}::uuid[])
    order by s.name, s.id
  `.execute(db)
  return rows
}

/** How many of these ids are spaces that an agent may be added to. */
export async function countSpaces(db: Db, ids: readonly string[]): Promise<number> {
  const { count } = await db
    .selectFrom('spaces')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('id', 'in', [...ids])
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow()
  return count
}

export async function insertManaged(
  tx: Tx,
  id: string,
  { instructions, model, tools }: Settings,
  { by, at }: { readonly by: string; readonly at: Date },
): Promise<void> {
  await tx
    .insertInto('managed_agents')
    .values({
      agent_id: id,
      instructions,
      model,
      tools: [...tools],
      made_by: by,
      created_at: at,
      updated_at: at,
    })
    .execute()
}

export async function saveManaged(
  tx: Tx,
  id: string,
  { instructions, model, tools }: Settings,
  at: Date,
): Promise<void> {
  await tx
    .updateTable('managed_agents')
    .set({ instructions, model, tools: [...tools], updated_at: at })
    .where('agent_id', '=', id)
    .execute()
}

export async function deleteManaged(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('managed_agents').where('agent_id', '=', id).execute()
}

/** Serialises changes of it and picking up its deliveries. */
export async function lockManaged(tx: Tx, id: string): Promise<boolean> {
  const row = await tx
    .selectFrom('managed_agents')
    .select('agent_id')
    .where('agent_id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  return row !== undefined
}

export interface WaitingRow {
  readonly id: string
  readonly space_id: string
  readonly message_id: string
  readonly reason: string
  readonly is_by_person: boolean
}

/** Its deliveries that weren't picked up yet, oldest first. */
export async function listWaiting(tx: Tx, agentId: string, limit: number): Promise<WaitingRow[]> {
  const { rows } = await sql<WaitingRow>`
    select d.id, d.space_id, d.message_id, d.reason, a.kind = 'user' as is_by_person
    from deliveries d
    join accounts a on a.id = d.author_id
    join members m on m.space_id = d.space_id and m.account_id = d.recipient_id
    where d.recipient_id = ${agentId} and d.state = 'stored' and d.message_id is not null
    order by d.space_id, d.seq
    limit ${limit}
  `.execute(tx)
  return rows
}

export interface PickedUpRow {
  readonly id: string
  readonly agent_id: string
  readonly space_id: string
  readonly message_id: string
}

/** Deliveries that managed agents picked up and haven't answered, oldest first. */
export async function listPickedUp(db: Db, limit: number): Promise<PickedUpRow[]> {
  const { rows } = await sql<PickedUpRow>`
    select d.id, d.recipient_id as agent_id, d.space_id, d.message_id
    from managed_agents g
    join deliveries d on d.recipient_id = g.agent_id and d.state = 'delivered'
    join spaces s on s.id = d.space_id and s.deleted_at is null
    where d.message_id is not null
    order by d.at
    limit ${limit}
  `.execute(db)
  return rows
}

/** Managed agents with deliveries that weren't picked up. */
export async function listBehind(db: Db, limit: number): Promise<string[]> {
  const { rows } = await sql<{ agent_id: string }>`
    select agent_id from managed_agents
    where exists (select from deliveries d where d.recipient_id = agent_id and d.state = 'stored')
    limit ${limit}
  `.execute(db)
  return rows.map(({ agent_id: id }) => id)
}
