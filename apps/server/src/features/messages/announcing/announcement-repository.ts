import { sql } from 'kysely'
import { HOME_CHANNEL } from '@flockwork/contract/limits'
import type { Tx } from '../../../platform/database.ts'

export interface NewAnnouncement {
  readonly spaceId: string
  readonly id: string
  readonly seq: number
  readonly authorId: string
  readonly taskId: string
  readonly content: string
  readonly isClaimed: boolean
  /** In the space, without the announcement. */
  readonly messagesSoFar: number
  readonly at: Date
  /** For an agent's announcement. */
  readonly step?: AnnouncedStep | undefined
  /** The author's credential, if it is an agent. */
  readonly credentialId: string | null
}

export interface AnnouncedStep {
  readonly causeId: string | null
  readonly chainId: string
  readonly hops: number
  readonly hold: object | null
}

export async function insertAnnouncement(tx: Tx, announcement: NewAnnouncement): Promise<void> {
  const { spaceId, id, seq, authorId, taskId, content, isClaimed, messagesSoFar, at, step, credentialId } =
    announcement
  await tx
    .insertInto('messages')
    .values({
      space_id: spaceId,
      id,
      seq,
      author_id: authorId,
      channel: HOME_CHANNEL,
      content,
      message_type: 'task',
      is_task: true,
      is_claimed: isClaimed,
      metadata: JSON.stringify({ task_id: taskId }),
      messages_so_far: messagesSoFar,
      cause_id: step?.causeId ?? null,
      chain_id: step === undefined || step.chainId === id ? null : step.chainId,
      hops: step?.hops ?? 0,
      credential_id: credentialId,
      has_hold: step !== undefined && step.hold !== null,
      created_at: at,
    })
    .execute()
}

export interface Claimed {
  readonly messageId: string
  readonly isClaimed: boolean
}

/** The announcements whose stored claim differs, locked until the commit in the usual order. */
export async function lockChangedClaims(tx: Tx, spaceId: string, claims: readonly Claimed[]) {
  const { rows } = await sql<{ id: string; isClaimed: boolean }>`
    select m.id, c.is_claimed as "isClaimed"
    from unnest(
      ${claims.map(({ messageId }) => messageId)}::uuid[],
      ${claims.map(({ isClaimed }) => isClaimed)}::boolean[]
    ) as c(id, is_claimed)
    join messages m on m.space_id = ${spaceId} and m.id = c.id
    where m.is_claimed <> c.is_claimed and m.deleted_at is null
    order by m.id for no key update of m
  `.execute(tx)
  return rows
}

/** False when it has this text already, or is deleted. */
export async function saveContent(tx: Tx, spaceId: string, id: string, content: string): Promise<boolean> {
  const row = await tx
    .updateTable('messages')
    .set({ content })
    .where('space_id', '=', spaceId)
    .where('id', '=', id)
    .where('content', '<>', content)
    .where('deleted_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** False when there is no such message, or it is deleted. */
export async function saveTaskId(tx: Tx, spaceId: string, id: string, taskId: string): Promise<boolean> {
  const row = await tx
    .updateTable('messages')
    .set({ metadata: sql`metadata || ${JSON.stringify({ task_id: taskId })}::jsonb` })
    .where('space_id', '=', spaceId)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .where('is_task', '=', false)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

interface Changed {
  readonly id: string
  /** The number of its last change, for pages with `since`. */
  readonly seq: number
  readonly isClaimed: boolean
}

export async function saveChanges(tx: Tx, spaceId: string, changed: readonly Changed[]): Promise<void> {
  if (changed.length === 0) return
  await sql`
    update messages m set changed_seq = c.seq, is_claimed = c.is_claimed
    from unnest(
      ${changed.map(({ id }) => id)}::uuid[],
      ${changed.map(({ seq }) => seq)}::bigint[],
      ${changed.map(({ isClaimed }) => isClaimed)}::boolean[]
    ) as c(id, seq, is_claimed)
    where m.space_id = ${spaceId} and m.id = c.id
  `.execute(tx)
}
