import { sql } from 'kysely'
import {
  AGENT_BREAKER_FAILURES,
  AGENT_BREAKER_WINDOW_MS,
  AGENT_LOOP_MESSAGES,
  AGENT_LOOP_SHARE,
} from '@flockwork/contract/limits'
import type { Db, Tx } from '../../../platform/database.ts'

interface Pause {
  /** Now. */
  readonly at: Date
  /** When the pause ends that begins now. */
  readonly until: Date
}

/** The agents that the breaker pauses at `at`. */
export function listBroken(db: Db, at: Date) {
  return db
    .selectFrom('agents')
    .select(['account_id', 'breaker_until'])
    .where('breaker_until', '>', at)
    .execute()
}

/** Whether the failure is the one too many, so that the agent is paused from now on. While it is, none counts. */
export async function noteFailure(tx: Tx, agentId: string, { at, until }: Pause): Promise<boolean> {
  // one after the other, on whichever node: of two at once each would miss the other
  const agent = await tx
    .selectFrom('agents')
    .select('breaker_until')
    .where('account_id', '=', agentId)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (agent === undefined || (agent.breaker_until !== null && agent.breaker_until > at)) return false

  const since = new Date(at.getTime() - AGENT_BREAKER_WINDOW_MS)
  await tx.deleteFrom('agent_failures').where('agent_id', '=', agentId).where('at', '<=', since).execute()
  await tx.insertInto('agent_failures').values({ agent_id: agentId, at }).execute()
  const { count } = await tx
    .selectFrom('agent_failures')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('agent_id', '=', agentId)
    .executeTakeFirstOrThrow()
  if (count < AGENT_BREAKER_FAILURES) return false

  await tx.deleteFrom('agent_failures').where('agent_id', '=', agentId).execute()
  await tx.updateTable('agents').set({ breaker_until: until }).where('account_id', '=', agentId).execute()
  return true
}

/**
 * Pauses the agents that answer only each other, if these two do. Messages count from the last one on with which a
 * person took part: in their thread, or addressed to one of the two. Not paused is who hardly wrote any (it is
 * pestered, not looping), and the guide, who is everyone's. Answers who is.
 */
export async function breakLoop(
  db: Db,
  agentId: string,
  otherId: string,
  { at, until }: Pause,
): Promise<string[]> {
  const since = new Date(at.getTime() - AGENT_BREAKER_WINDOW_MS)
  const pair = sql`(${agentId}::uuid, ${otherId}::uuid)`
  const { rows } = await sql<{ account_id: string }>`
    with said as (
      select distinct d.space_id, d.message_id, d.author_id, d.root_id, d.seq
      from deliveries d
      where d.recipient_id in ${pair} and d.author_id in ${pair} and d.created_at > ${since}
        and d.reason in ('mention', 'reply')
    ), alone as (
      select author_id, count(*) as written, sum(count(*)) over () as total
      from said
      where not exists (
          select from messages m join accounts a on a.id = m.author_id and a.kind = 'user'
          where m.space_id = said.space_id and m.thread_root_id = said.root_id and m.seq > said.seq)
        and not exists (
          select from deliveries p join accounts a on a.id = p.author_id and a.kind = 'user'
          where p.recipient_id in ${pair} and p.space_id = said.space_id and p.created_at > ${since}
            and p.seq > said.seq)
      group by author_id
    )
    update agents set breaker_until = ${until}
    from alone
    where agents.account_id = alone.author_id and agents.owner_id is not null
      and alone.total >= ${AGENT_LOOP_MESSAGES} and alone.written >= ${AGENT_LOOP_SHARE}
      and (agents.breaker_until is null or agents.breaker_until <= ${at})
    returning agents.account_id
  `.execute(db)
  return rows.map((row) => row.account_id)
}
