/** SQL for chains of agents' messages and their holds (docs/rules/loops.md). */
import { sql, type RawBuilder } from 'kysely'
import type { Db, Tx } from '../../../platform/database.ts'
import { HOLD_COLUMNS, type Ended, type HoldRow } from './present-hold.ts'

export interface Cause {
  readonly causeId: string | null
  readonly chainId: string
  readonly hops: number
}

/** The cause of an agent's message or assignment; undefined if it starts a new chain. */
export async function findCause(
  db: Db,
  of: { authorId: string; spaceId: string; parentId: string | null; credentialId: string | null; now: Date },
): Promise<Cause | undefined> {
  const { rows } = await sql<Cause>`
    select cause_id as "causeId", chain_id as "chainId", hops
    from agent_cause(${of.authorId}, ${of.spaceId}, ${of.parentId}, ${of.credentialId}, ${of.now})
  `.execute(db)
  return rows[0]
}

export interface Step {
  /** Its ordinal among the agents' messages in the chain. */
  readonly number: number
  readonly mostHops: number
  readonly mostMessages: number
  readonly stoppedWhy: string | null
}

/**
 * Counts one more agent message in the chain, and locks the chain until the commit. The space's sequence must be
 * locked.
 */
export async function countStep(
  tx: Tx,
  {
    chainId,
    spaceId,
    bounds,
  }: { chainId: string; spaceId: string; bounds: { max_hops: number; max_chain: number } },
): Promise<Step> {
  const { rows } = await sql<Step>`
    with counted as (
      insert into agent_chains as c (id, space_id, messages) values (${chainId}, ${spaceId}, 1)
      on conflict (id) do update set messages = c.messages + 1
      returning c.messages, c.stopped_why
    )
    select c.messages as number, coalesce(longer.max_hops, s.max_hops, ${bounds.max_hops}::int) as "mostHops",
      coalesce(longer.max_messages, s.max_chain, ${bounds.max_chain}::int) as "mostMessages", c.stopped_why as "stoppedWhy"
    from counted c
    join spaces s on s.id = ${spaceId}
    left join agent_extensions longer on longer.chain_id = ${chainId} and longer.space_id = s.id
  `.execute(tx)
  const [step] = rows
  if (step === undefined) throw new Error(`Space ${spaceId} is gone`)
  return step
}

/** Deliveries held up to this number no longer wait: a person continued the chain. `row` has chain and space. */
const releasedUpto = (row: RawBuilder<unknown>) => sql`
  coalesce((select released_upto from agent_extensions where chain_id = ${row}.chain_id and space_id = ${row}.space_id), 0)
`

/** Adds to the chain's open hold, or opens one at the message. */
export async function hold(
  tx: Tx,
  row: Omit<HoldRow, 'state' | 'waiting' | 'by'> & { readonly at: Date },
): Promise<HoldRow> {
  const { rows: longer } = await sql<HoldRow>`
    update agent_holds h set reason = ${row.reason}, hops = ${row.hops}, max_hops = ${row.max_hops},
      messages = ${row.messages}, max_chain = ${row.max_chain},
      -- the message waits as soon as its deliveries are stored, but may have waited before
      waiting = h.waiting + case when exists (
        select from deliveries d
        where d.space_id = h.space_id and d.message_id = ${row.message_id} and d.chain_id = h.chain_id and d.state = 'held'
          and d.seq > ${releasedUpto(sql`h`)}
      ) then 0 else 1 end
    where chain_id = ${row.chain_id} and space_id = ${row.space_id} and state = 'held'
    returning ${HOLD_COLUMNS}
  `.execute(tx)
  if (longer[0] !== undefined) return longer[0]
  const { rows } = await sql<HoldRow>`
    insert into agent_holds as h
      (space_id, message_id, chain_id, state, reason, hops, max_hops, messages, max_chain, waiting, at)
    values (${row.space_id}, ${row.message_id}, ${row.chain_id}, 'held', ${row.reason}, ${row.hops}, ${row.max_hops},
      ${row.messages}, ${row.max_chain}, 1, ${row.at})
    on conflict (space_id, message_id, chain_id) do update set state = 'held', reason = excluded.reason,
      hops = excluded.hops, max_hops = excluded.max_hops, messages = excluded.messages, max_chain = excluded.max_chain,
      waiting = 1, decided_by = null, at = excluded.at
    returning ${HOLD_COLUMNS}
  `.execute(tx)
  const [opened] = rows
  if (opened === undefined) throw new Error('A hold was not stored')
  await tx
    .updateTable('messages')
    .set({ has_hold: true })
    .where('space_id', '=', row.space_id)
    .where('id', '=', row.message_id)
    .execute()
  return opened
}

/**
 * Subtracts held deliveries that have ended from the open holds of their chains; returns the changed holds.
 * The spaces' sequences must be locked, and an event about each hold must follow, with one of the next numbers.
 */
export async function countOut(tx: Tx, ended: readonly Ended[]): Promise<HoldRow[]> {
  const held = ended.filter(({ was, chain_id: chainId }) => was === 'held' && chainId !== null)
  if (held.length === 0) return []
  const { rows } = await sql<HoldRow>`
    with gone as (
      select e.space_id, e.chain_id, count(distinct e.message_id)::int as messages
      from unnest(
        ${held.map(({ space_id: id }) => id)}::uuid[],
        ${held.map(({ chain_id: id }) => id)}::uuid[],
        ${held.map(({ message_id: id }) => id)}::uuid[],
        ${held.map(({ seq }) => seq)}::bigint[]
      ) as e(space_id, chain_id, message_id, seq)
      where e.seq > ${releasedUpto(sql`e`)} and not exists (
        select from deliveries d
        where d.space_id = e.space_id and d.message_id = e.message_id and d.chain_id = e.chain_id and d.state = 'held'
          and d.seq > ${releasedUpto(sql`e`)})
      group by 1, 2
    ), shown as (
      update messages m set changed_seq = s.seq + 1
      from gone
      join agent_holds h on h.space_id = gone.space_id and h.chain_id = gone.chain_id and h.state = 'held'
      join space_sequences s on s.space_id = h.space_id
      where m.space_id = h.space_id and m.id = h.message_id
    )
    update agent_holds h set waiting = greatest(0, h.waiting - gone.messages)
    from gone
    where h.space_id = gone.space_id and h.chain_id = gone.chain_id and h.state = 'held'
    returning ${HOLD_COLUMNS}
  `.execute(tx)
  return rows
}

/** The hold shown under each of these messages: of several the open one, else the last. */
export async function listHolds(
  db: Db,
  spaceIds: readonly string[],
  messageIds: readonly string[],
): Promise<HoldRow[]> {
  const { rows } = await sql<HoldRow>`
    select distinct on (h.space_id, h.message_id) ${HOLD_COLUMNS}
    from agent_holds h
    where h.space_id = any(${spaceIds}::uuid[]) and h.message_id = any(${messageIds}::uuid[])
    order by h.space_id, h.message_id, h.state = 'held' desc, h.at desc
  `.execute(db)
  return rows
}

/** The explanation for the author of a held message. */
export async function whyHeld(
  db: Db,
  {
    reason,
    hops,
    max_hops,
    messages,
    max_chain,
  }: Pick<HoldRow, 'reason' | 'hops' | 'max_hops' | 'messages' | 'max_chain'>,
): Promise<string> {
  const { rows } = await sql<{ why: string }>`
    select held_why(${reason}, ${hops}, ${max_hops}, ${messages}, ${max_chain}) as why
  `.execute(db)
  return rows[0]?.why ?? ''
}
