/** Reactions to messages; the primary key settles races (docs/rules/messages.md#reactions). */
import { REACTION_KINDS_MAX } from '@flockwork/contract/limits'
import type { ReactionCounts, Reactions } from '@flockwork/contract/reactions'
import type { Actor } from '../../../platform/actor.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { Db, Tx } from '../../../platform/database.ts'
import { Conflict } from '../../../platform/errors.ts'
import type { Once } from '../../../platform/idempotency.ts'
import { appendEvents, lockSequences } from '../../../platform/outbox.ts'
import { setChangedSeq } from '../changing/change-repository.ts'
import { lockAndFind } from '../changing/change.ts'
import { FLAG, flagMessage } from '../flagging/flag.ts'
import { noteActor } from '../../spaces/index.ts'
import { requireUnpaused } from '../pause.ts'
import { authorType, deliveryEvent, presentReactions } from '../reading/present.ts'
import { listReactions } from '../reading/reaction-repository.ts'
import { spaceOfMessage } from '../reading/read.ts'
import * as repository from './reaction-repository.ts'

interface Deps {
  readonly db: Db
  readonly clock: Clock
}

/**
 * Adds a reaction, removes it, or without `add` toggles it. A flag isn't a reaction: it reports the message.
 * @throws NotFound, AgentDisabled; Conflict for a deleted message and beyond the maximum of different reactions.
 */
export async function react(
  deps: Deps,
  actor: Actor,
  messageId: string,
  { emoji, add }: { emoji: string; add?: boolean | null | undefined },
  once: Once<Reactions>,
): Promise<Reactions> {
  const spaceId = await spaceOfMessage(deps.db, actor, messageId)
  const isFlag = emoji === FLAG && add !== false
  return change(deps, actor, { spaceId, messageId, isFlag, once }, async (tx, key) => {
    if (isFlag) return []
    const at = new Date(deps.clock.now())
    const isAdded = add !== false && (await repository.insertReaction(tx, key(emoji), at))
    if (isAdded) return [{ emoji, added: true }]
    const mayRemove = add !== true
    const isRemoved = mayRemove && (await repository.deleteReaction(tx, key(emoji)))
    return isRemoved ? [{ emoji, added: false }] : []
  })
}

/** Adds several reactions; existing ones stay. */
export async function addReactions(
  deps: Deps,
  actor: Actor,
  messageId: string,
  emojis: readonly string[],
  once: Once<Reactions>,
): Promise<Reactions> {
  const spaceId = await spaceOfMessage(deps.db, actor, messageId)
  const isFlag = emojis.includes(FLAG)
  return change(deps, actor, { spaceId, messageId, isFlag, once }, async (tx, key) => {
    const now = deps.clock.now()
    const added = []
    for (const [index, emoji] of emojis.filter((each) => each !== FLAG).entries()) {
      // a millisecond apart, to keep the order of the text
      const at = new Date(now + index)
      if (await repository.insertReaction(tx, key(emoji), at)) added.push({ emoji, added: true })
    }
    return added
  })
}

/** @throws NotFound */
export async function readReactions({ db }: Pick<Deps, 'db'>, reader: Actor, id: string): Promise<Reactions> {
  const spaceId = await spaceOfMessage(db, reader, id)
  return reactionsTo(db, reader.accountId, { space_id: spaceId, id })
}

/** The reactions to each of the messages that the reader may see. */
export async function readManyReactions(
  { db }: Pick<Deps, 'db'>,
  reader: Actor,
  ids: readonly string[],
): Promise<Record<string, Reactions>> {
  const messages = await repository.listReadable(db, reader.accountId, ids)
  const rows = Map.groupBy(
    await listReactions(db, messages, reader.accountId),
    ({ message_id }) => message_id,
  )
  return Object.fromEntries(messages.map(({ id }) => [id, presentReactions(rows.get(id) ?? [])]))
}

interface Changed {
  readonly emoji: string
  readonly added: boolean
}

type KeyOf = (emoji: string) => repository.ReactionKey

interface Change {
  readonly spaceId: string
  readonly messageId: string
  /** Whether the message is reported, too. */
  readonly isFlag: boolean
  readonly once: Once<Reactions>
}

async function change(
  { clock }: Deps,
  actor: Actor,
  { spaceId, messageId, isFlag, once }: Change,
  work: (tx: Tx, key: KeyOf) => Promise<Changed[]>,
): Promise<Reactions> {
  return once(async (tx) => {
    await requireUnpaused(tx, clock, actor)
    // locked, so that the counts in the events are correct
    const message = await lockAndFind(tx, spaceId, messageId)
    if (message.deleted_at !== null) throw new Conflict('This message was deleted')

    const reports = isFlag
      ? await flagMessage({ tx, clock }, actor, { spaceId, messageId, authorId: message.author_id })
      : []
    const changed = await work(tx, (emoji) => ({ spaceId, messageId, accountId: actor.accountId, emoji }))
    const reactions = await reactionsTo(tx, actor.accountId, { space_id: spaceId, id: messageId })
    const kinds = Object.keys(reactions.reaction_counts).length
    if (kinds > REACTION_KINDS_MAX && changed.some(({ added }) => added)) {
      throw new Conflict(`A message bears at most ${REACTION_KINDS_MAX} different reactions`)
    }
    if (changed.length > 0) {
      await appendReactions(tx, clock, actor, { spaceId, messageId }, changed, reactions.reaction_counts)
    }
    if (reports.length > 0) await appendEvents(tx, clock, spaceId, reports)
    // for a person the read position decides what they have seen
    if (actor.kind === 'agent') await acknowledge(tx, clock, actor, { spaceId, messageId })
    return reactions
  })
}

async function appendReactions(
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
  await setChangedSeq(tx, spaceId, messageId, seq)
  if (actor.kind === 'user' && changed.some(({ added }) => added)) {
    await noteActor(tx, clock, { spaceId, accountId: actor.accountId })
  }
}

/** An agent that reacts has read the message (docs/rules/deliveries.md#handed-over). */
async function acknowledge(
  tx: Tx,
  clock: Clock,
  { accountId }: Actor,
  { spaceId, messageId }: { spaceId: string; messageId: string },
): Promise<void> {
  const at = new Date(clock.now())
  await lockSequences(tx, [spaceId])
  const rows = await repository.markSeen(tx, { spaceId, messageId, recipientId: accountId }, at)
  if (rows.length > 0) await appendEvents(tx, clock, spaceId, rows.map(deliveryEvent))
}

async function reactionsTo(
  db: Db,
  readerId: string,
  message: { space_id: string; id: string },
): Promise<Reactions> {
  return presentReactions(await listReactions(db, [message], readerId))
}
