/** SQL for decisions about held chains, and for the causes of messages (docs/rules/loops.md). */
import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/database.ts'
import { HOLD_COLUMNS, type HoldRow, type ShownDelivery } from '../messages/index.ts'

/** The spaces with holds of the chain that is held at the message. */
export async function listSpacesOfChain(db: Db, spaceId: string, messageId: string): Promise<string[]> {
  const { rows } = await sql<{ space_id: string }>`
    select space_id from agent_holds
    where state = 'held' and chain_id in (
      select chain_id from agent_holds
      where space_id = ${spaceId} and message_id = ${messageId} and state = 'held')
  `.execute(db)
  return rows.map(({ space_id: id }) => id)
}

export interface Chain {
  readonly id: string
  readonly stoppedWhy: string | null
}

/** The chain that is held at a message, locked until the commit. The space's sequence must be locked. */
export async function lockHeldChain(tx: Tx, spaceId: string, messageId: string): Promise<Chain | undefined> {
  const { rows: chains } = await sql<{ chain_id: string }>`
    select chain_id from agent_holds
    where space_id = ${spaceId} and message_id = ${messageId} and state = 'held' limit 1
  `.execute(tx)
  const chainId = chains[0]?.chain_id
  if (chainId === undefined) return undefined
  // a chain is purged with the space in which it began
  await tx
    .insertInto('agent_chains')
    .values({ id: chainId, space_id: spaceId })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return tx
    .selectFrom('agent_chains')
    .select(['id', 'stopped_why as stoppedWhy'])
    .where('id', '=', chainId)
    .forNoKeyUpdate()
    .executeTakeFirst()
}

/** The chain's open holds in these spaces. */
export async function listOpenHolds(
  tx: Tx,
  chainId: string,
  spaceIds: readonly string[],
): Promise<HoldRow[]> {
  const { rows } = await sql<HoldRow>`
    select ${HOLD_COLUMNS} from agent_holds h
    where h.chain_id = ${chainId} and h.space_id = any(${[...spaceIds]}::uuid[]) and h.state = 'held'
    order by h.space_id
  `.execute(tx)
  return rows
}

export async function decideHold(
  tx: Tx,
  { space_id, message_id, chain_id }: HoldRow,
  decided: { state: 'continued' | 'stopped'; by: string; at: Date },
): Promise<HoldRow> {
  const { rows } = await sql<HoldRow>`
    update agent_holds h set state = ${decided.state}, decided_by = ${decided.by}, at = ${decided.at}
    where h.space_id = ${space_id} and h.message_id = ${message_id} and h.chain_id = ${chain_id}
    returning ${HOLD_COLUMNS}
  `.execute(tx)
  const [row] = rows
  if (row === undefined) throw new Error('The hold is gone')
  return row
}

/**
 * Extends the chain in the space by another full allowance of messages and steps, and marks everything held so far as
 * released. The space's sequence must be locked.
 */
export async function extendChain(
  tx: Tx,
  chainId: string,
  { spaceId, bounds }: { spaceId: string; bounds: { max_hops: number; max_chain: number } },
): Promise<void> {
  await sql`
    insert into agent_extensions as e (chain_id, space_id, max_messages, max_hops, released_upto)
    select c.id, s.id, least(c.messages::bigint + coalesce(s.max_chain, ${bounds.max_chain}::int), 2000000000),
      least(32000, coalesce(s.max_hops, ${bounds.max_hops}::int) + greatest(
        (select max(d.hops) from deliveries d where d.chain_id = c.id and d.space_id = s.id and d.state = 'held'),
        (select max_hops from agent_extensions where chain_id = c.id and space_id = s.id), s.max_hops, 0)), n.seq
    from agent_chains c, spaces s, space_sequences n
    where c.id = ${chainId} and s.id = ${spaceId} and n.space_id = s.id
    on conflict (chain_id, space_id) do update
      set max_messages = excluded.max_messages, max_hops = excluded.max_hops, released_upto = excluded.released_upto
  `.execute(tx)
}

export async function stopChain(tx: Tx, chainId: string, why: string): Promise<void> {
  await tx.updateTable('agent_chains').set({ stopped_why: why }).where('id', '=', chainId).execute()
}

/** The space's own bounds. */
export function findOwnBounds(db: Db, spaceId: string) {
  return db
    .selectFrom('spaces')
    .select(['max_hops', 'max_chain'])
    .where('id', '=', spaceId)
    .executeTakeFirst()
}

/** The last hold at a message, decided or not. */
export async function findHold(db: Db, spaceId: string, messageId: string): Promise<HoldRow | undefined> {
  const { rows } = await sql<HoldRow>`
    select ${HOLD_COLUMNS} from agent_holds h
    where h.space_id = ${spaceId} and h.message_id = ${messageId}
    order by h.state = 'held' desc, h.at desc limit 1
  `.execute(db)
  return rows[0]
}

export interface HeldRow extends ShownDelivery {
  readonly author_id: string
  readonly has_webhook: boolean | null
}

const CHANGED = sql`
  d.id, d.message_id, d.task_id, d.author_id, d.recipient_id, a.kind as recipient_kind, a.handle as recipient_handle,
  d.reason, d.state, d.why, d.at
`

export interface Decision {
  /** Why the chain was stopped; null unless it was. */
  readonly stoppedWhy: string | null
  /** Messages up to this number are released. */
  readonly releasedUpto: number
}

/** The decision about the chain in the space. */
export async function findDecision(tx: Tx, chainId: string, spaceId: string): Promise<Decision> {
  const { rows } = await sql<Decision>`
    select c.stopped_why as "stoppedWhy", coalesce(longer.released_upto, 0) as "releasedUpto"
    from (select ${chainId}::uuid as id) decided
    left join agent_chains c on c.id = decided.id
    left join agent_extensions longer on longer.chain_id = decided.id and longer.space_id = ${spaceId}
  `.execute(tx)
  const [decision] = rows
  if (decision === undefined) throw new Error('No decision was read')
  return decision
}

/** The chain's decided but still held deliveries in the space, in the order of posting, locked until the commit. */
export async function lockDecided(
  tx: Tx,
  { chainId, spaceId, limit }: { chainId: string; spaceId: string; limit: number },
  { stoppedWhy, releasedUpto }: Decision,
): Promise<HeldRow[]> {
  const { rows } = await sql<HeldRow>`
    select ${CHANGED}, coalesce(w.is_on, false) or g.agent_id is not null as has_webhook
    from deliveries d join accounts a on a.id = d.recipient_id left join agent_webhooks w on w.agent_id = d.recipient_id
    left join managed_agents g on g.agent_id = d.recipient_id
    where d.chain_id = ${chainId} and d.space_id = ${spaceId} and d.state = 'held'
      and (${stoppedWhy !== null} or d.seq <= ${releasedUpto})
    order by d.seq, d.id limit ${limit}
    for update of d
  `.execute(tx)
  return rows
}

interface ChainInSpace {
  readonly chainId: string
  readonly spaceId: string
}

/** Where something is still held that was decided about, by chain and space. */
export async function listUnfinished(
  db: Db,
  { after, limit }: { readonly after: ChainInSpace | undefined; readonly limit: number },
): Promise<ChainInSpace[]> {
  const isAfter =
    after === undefined ? sql`` : sql`and (d.chain_id, d.space_id) > (${after.chainId}, ${after.spaceId})`
  const { rows } = await sql<ChainInSpace>`
    select distinct d.chain_id as "chainId", d.space_id as "spaceId"
    from deliveries d
    left join agent_chains c on c.id = d.chain_id
    left join agent_extensions longer on longer.chain_id = d.chain_id and longer.space_id = d.space_id
    where d.state = 'held' and (c.stopped_why is not null or d.seq <= longer.released_upto) ${isAfter}
    order by 1, 2
    limit ${limit}
  `.execute(db)
  return rows
}

/** Stores held deliveries as if they were addressed now, each with the number of its event. */
export async function saveReleased(
  tx: Tx,
  released: readonly { readonly id: string; readonly seq: number }[],
  at: Date,
): Promise<void> {
  await sql`
    update deliveries d set state = 'stored', why = null, seq = r.seq, at = ${at}, created_at = ${at}
    from unnest(${released.map(({ id }) => id)}::uuid[], ${released.map(({ seq }) => seq)}::bigint[]) as r(id, seq)
    where d.id = r.id and d.state = 'held'
  `.execute(tx)
}

/** Makes held deliveries undeliverable. */
export async function saveStopped(tx: Tx, ids: readonly string[], why: string, at: Date): Promise<void> {
  await sql`
    update deliveries set state = 'undeliverable', why = ${why}, at = ${at}
    where id = any(${ids}::uuid[]) and state = 'held'
  `.execute(tx)
}

/** The number of the message's last change, for pages with `since`. */
export async function saveChangedSeq(tx: Tx, spaceId: string, messageId: string, seq: number): Promise<void> {
  await tx
    .updateTable('messages')
    .set({ changed_seq: seq })
    .where('space_id', '=', spaceId)
    .where('id', '=', messageId)
    .execute()
}

/** A step of a chain: a message, or an assignment in place of the task's announcement. */
export interface StepRow {
  readonly message_id: string
  readonly space_id: string
  readonly author_id: string
  readonly content: string
  readonly is_deleted: boolean
  readonly at: Date
  readonly hops: number
  readonly client: string | null
  /** Null at the start of the chain. */
  readonly cause_id: string | null
  /** How it reached the author of the next step: the last delivery to them before they wrote. */
  readonly reached_by: string | null
  readonly through: 'mcp' | 'webhook' | 'stream' | null
}

/** From the message back along its causes, at most `max` steps; empty for an unknown message. */
export async function listSteps(db: Db, messageId: string, max: number): Promise<StepRow[]> {
  const { rows } = await sql<StepRow>`
    with recursive chain as (
      select 1 as nth, m.id as message_id, m.space_id, m.author_id, m.content, m.deleted_at is not null as is_deleted,
        m.created_at as at, m.hops::int as hops, m.credential_id, case when m.hops > 0 then m.cause_id end as cause_id,
        null::text as reached_by, null::text as through
      from messages m where m.id = ${messageId}
      union all
      select c.nth + 1, m.id, m.space_id,
        case when of_task then l.author_id else m.author_id end,
        case when of_task then l.task_title else m.content end,
        case when of_task then l.is_task_deleted else m.deleted_at is not null end,
        case when of_task then l.created_at else m.created_at end,
        case when of_task then coalesce(l.hops, 0) else m.hops end::int,
        case when of_task then null else m.credential_id end,
        case when of_task then l.cause_id when m.hops > 0 then m.cause_id end,
        l.reason, l.through
      from chain c
      join messages m on m.id = c.cause_id
      left join lateral (
        select d.reason, d.author_id, d.cause_id, d.hops, d.created_at, t.title as task_title,
          t.deleted_at is not null as is_task_deleted,
          case when exists (select from webhook_calls w where w.delivery_id = d.id and w.state = 'delivered') then 'webhook'
            when cardinality(d.handed_to) > 0 then 'mcp'
            when d.delivered_at is not null then 'stream' end as through
        from deliveries d left join tasks t on t.space_id = d.space_id and t.id = d.task_id
        where d.space_id = m.space_id and d.message_id = m.id and d.recipient_id = c.author_id and d.created_at <= c.at
        order by d.created_at desc limit 1
      ) l on true
      cross join lateral (select l.task_title is not null as of_task) kind
      where c.nth < ${max}
    )
    select chain.*, coalesce(g.client_name, t.name) as client
    from chain left join agent_tokens t on t.id = chain.credential_id left join oauth_grants g on g.id = chain.credential_id
    order by nth
  `.execute(db)
  return rows
}

export type AuthorRow = Awaited<ReturnType<typeof listAuthors>>[number]

export function listAuthors(db: Db, ids: readonly string[]) {
  return db
    .selectFrom('accounts')
    .leftJoin('agents', 'agents.account_id', 'accounts.id')
    .leftJoin('accounts as owner', 'owner.id', 'agents.owner_id')
    .select([
      'accounts.id',
      'accounts.kind',
      'accounts.handle',
      'accounts.display_name',
      'accounts.avatar_url',
      'accounts.status',
      'agents.owner_id',
      'agents.disabled_by',
      'owner.handle as owner_handle',
    ])
    .where('accounts.id', 'in', [...ids])
    .execute()
}
