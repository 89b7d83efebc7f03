/** Reactions to messages: races are settled here, by the key of the row (docs/rules/messages.md#reactions). */
import { REACTION_KINDS_MAX } from '@flockwork/contract/limits'
import type { ReactionCounts, Reactions } from '@flockwork/contract/reactions'
import type { Actor } from '../../../platform/actor.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { Db, Tx } from '../../../platform/database.ts'
import { Conflict } from '../../../platform/errors.ts'
import type { StoreKey } from '../../../platform/idempotency.ts'
import { appendEvents } from '../../../platform/outbox.ts'
import * as changing from '../changing/changing.ts'
import { requireUnpaused } from '../pause.ts'
import { authorType, presentReactions } from '../present.ts'
import * as store from './reaction-repository.ts'
import { spaceOfMessage } from '../reading/read.ts'
import * as changes from '../changing/change-repository.ts'

interface Deps {
  readonly db: Db
  readonly clock: Clock
}

/**
 * Gives a reaction, takes it back, or (without `add`) whichever changes something.
 * @throws NotFound, AgentDisabled; Conflict for a deleted message and for one more kind than a message bears.
 */
export async function react(
  deps: Deps,
  actor: Actor,
  messageId: string,
  { emoji, add }: { emoji: string; add?: boolean | null | undefined },
): Promise<Reactions> {
  const spaceId = await spaceOfMessage(deps.db, actor, messageId)
  return change(deps, actor, { spaceId, messageId }, async (tx, key) => {
    const at = new Date(deps.clock.now())
    const isAdded = add !== false && (await store.insertReaction(tx, key(emoji), at))
    if (isAdded) return [{ emoji, added: true }]
    const isToTakeBack = add === false || add === undefined || add === null
    const isRemoved = isToTakeBack && (await store.deleteReaction(tx, key(emoji)))
    return isRemoved ? [{ emoji, added: false }] : []
  })
}

/** Gives several; those that were given already stay. */
export async function addReactions(
  deps: Deps,
  actor: Actor,
  messageId: string,
  emojis: readonly string[],
  keep?: StoreKey,
): Promise<Reactions> {
  const spaceId = await spaceOfMessage(deps.db, actor, messageId)
  return change(deps, actor, { spaceId, messageId }, async (tx, key) => {
    await keep?.(tx)
    const now = deps.clock.now()
    const added = []
    for (const [index, emoji] of emojis.entries()) {
      // a millisecond apart, so that they stay in the order in which they were written
      const at = new Date(now + index)
      if (await store.insertReaction(tx, key(emoji), at)) added.push({ emoji, added: true })
    }
    return added
  })
}

/** @throws NotFound */
export async function readReactions({ db }: Pick<Deps, 'db'>, reader: Actor, id: string): Promise<Reactions> {
  const spaceId = await spaceOfMessage(db, reader, id)
  return reactionsTo(db, reader.accountId, { space_id: spaceId, id })
}

/** Of those messages that the reader may see. */
export async function readManyReactions(
  { db }: Pick<Deps, 'db'>,
  reader: Actor,
  ids: readonly string[],
): Promise<Record<string, Reactions>> {
  const messages = await store.listReadable(db, reader.accountId, ids)
  const rows = Map.groupBy(
    await store.listReactions(db, messages, reader.accountId),
    ({ message_id }) => message_id,
  )
  return Object.fromEntries(messages.map(({ id }) => [id, presentReactions(rows.get(id) ?? [])]))
}

interface Changed {
  readonly emoji: string
  readonly added: boolean
}

type KeyOf = (emoji: string) => store.ReactionKey

async function change(
  { db, clock }: Deps,
  actor: Actor,
  { spaceId, messageId }: { spaceId: string; messageId: string },
  work: (tx: Tx, key: KeyOf) => Promise<Changed[]>,
): Promise<Reactions> {
  return changing.transact(db, async (tx) => {
    await requireUnpaused(tx, clock, actor)
    // one after the other, so that the counts that are told are right
    const message = await changing.lockedMessage(tx, spaceId, messageId)
    if (message.deleted_at !== null) throw new Conflict('This message was deleted')

    const changed = await work(tx, (emoji) => ({ spaceId, messageId, accountId: actor.accountId, emoji }))
    const reactions = await reactionsTo(tx, actor.accountId, { space_id: spaceId, id: messageId })
    const kinds = Object.keys(reactions.reaction_counts).length
    if (kinds > REACTION_KINDS_MAX && changed.some(({ added }) => added)) {
      throw new Conflict(`A message bears at most ${REACTION_KINDS_MAX} different reactions`)
    }
    if (changed.length > 0)
      await tell(tx, clock, actor, { spaceId, messageId }, changed, reactions.reaction_counts)
    return reactions
  })
}

async function tell(
  tx: Tx,
  clock: Clock,
  actor: Actor,
  { spaceId, messageId }: { spaceId: string; messageId: string },
  changed: readonly Changed[],
  counts: ReactionCounts,
): Promise<void> {
  const by = { id: actor.accountId, type: authorType(actor.kind), handle: actor.username }
  const events = changed.map(({ emoji, added }) => ({
    name: 'message' as const,
    payload: { action: 'reaction', message_id: messageId, emoji, added, actor: by, reaction_counts: counts },
    messageId,
  }))
  const seq = await appendEvents(tx, clock, spaceId, events)
  await changes.markChanged(tx, spaceId, messageId, seq)
}

async function reactionsTo(
  db: Db,
  readerId: string,
  message: { space_id: string; id: string },
): Promise<Reactions> {
  return presentReactions(await store.listReactions(db, [message], readerId))
}
