/** Reading messages as one reader may see them, or as everyone may (docs/rules/deliveries.md#who-sees-them). */
import type { Hold } from '@flockwork/contract/loops'
import type { Delivery, Message } from '@flockwork/contract/messages'
import { withNotice } from '@flockwork/contract/policy/deliveries'
import type { Actor } from '../../../platform/actor.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/database.ts'
import { Forbidden, NotFound } from '../../../platform/errors.ts'
import { requireMember } from '../../spaces/index.ts'
import * as repository from '../repository.ts'
import { listHolds } from '../chains/chain-repository.ts'
import { presentHold } from '../chains/present-hold.ts'
import { presentDelivery, presentMessage, presentReactions } from './present.ts'
import { listReactions, type ReactionRow } from './reaction-repository.ts'

export interface ReadDeps {
  readonly db: Db
  /** For marking deliveries that show no sign of being read. */
  readonly clock: Clock
}

export const noSuchMessage = () => new NotFound('Message not found')

/** The messages as everyone may see them. */
export async function presentAll(db: Db, rows: readonly repository.MessageRow[]): Promise<Message[]> {
  const presented = await withReactions(db, rows, null)
  return presented.map(({ message }) => message)
}

async function withReactions(
  db: Db,
  rows: readonly repository.MessageRow[],
  readerId: string | null,
  known?: readonly ReactionRow[],
) {
  const ids = [...new Set(rows.flatMap((row) => row.replier_ids ?? []))]
  // sequential: in a transaction they share a connection
  const accounts = ids.length === 0 ? [] : await repository.listRepliers(db, { ids })
  const all = known ?? (await listReactions(db, rows, readerId))
  const holds = await holdsOf(db, rows)
  const repliers = new Map(accounts.map((account) => [account.id, account]))
  const reactions = Map.groupBy(all, ({ message_id }) => message_id)
  return rows.map((row) => {
    const ofRow = reactions.get(row.id) ?? []
    const hold = holds.get(row.id)
    const message = presentMessage(row, repliers, ofRow)
    return { message: hold === undefined ? message : { ...message, hold }, reactions: ofRow }
  })
}

/** By message: few have one. */
async function holdsOf(db: Db, rows: readonly repository.MessageRow[]): Promise<Map<string, Hold>> {
  const ids = rows.filter(({ has_hold }) => has_hold).map(({ id }) => id)
  if (ids.length === 0) return new Map()
  const spaceIds = [...new Set(rows.map(({ space_id }) => space_id))]
  const holds = await listHolds(db, spaceIds, ids)
  return new Map(holds.map((row) => [row.message_id, presentHold(row)]))
}

/** The messages with what only this reader sees: their own reactions, and the deliveries of their own messages. */
export async function presentFor(
  { db, clock }: ReadDeps,
  reader: Actor,
  rows: readonly repository.MessageRow[],
  known?: readonly ReactionRow[],
): Promise<Message[]> {
  const own = rows.filter((row) => row.author_id === reader.accountId)
  const spaceId = own[0]?.space_id
  const presented = await withReactions(db, rows, reader.accountId, known)
  const deliveries =
    spaceId === undefined
      ? []
      : await repository.listDeliveries(db, { spaceId, ids: own.map(({ id }) => id) })
  return presented.map(({ message, reactions }) => ({
    ...message,
    user_reactions: presentReactions(reactions).user_reactions,
    ...(message.author_id === reader.accountId && {
      deliveries: deliveries
        // another account may have assigned the task that it announces
        .filter((row) => row.message_id === message.id && row.author_id === reader.accountId)
        .map((row) => withNotice(presentDelivery(row), clock.now())),
    }),
  }))
}

/** A message of a space; the caller has checked that the reader is a member. @throws NotFound */
export async function readMessage(
  deps: ReadDeps,
  reader: Actor,
  spaceId: string,
  id: string,
): Promise<Message> {
  const row = await repository.findMessage(deps.db, spaceId, id)
  if (row === undefined) throw noSuchMessage()
  const [message] = await presentFor(deps, reader, [row])
  if (message === undefined) throw noSuchMessage()
  return message
}

/** The same for several, in no order; missing ones are left out. */
export async function readMessages(
  deps: ReadDeps,
  reader: Actor,
  spaceId: string,
  ids: readonly string[],
): Promise<Message[]> {
  if (ids.length === 0) return []
  const keys = ids.map((id) => ({ space_id: spaceId, id }))
  const [rows, reactions] = await Promise.all([
    repository.findMessages(deps.db, { spaceId, ids }),
    listReactions(deps.db, keys, reader.accountId),
  ])
  return presentFor(deps, reader, rows, reactions)
}

export interface Wanted {
  readonly spaceId: string
  readonly ids: readonly string[]
}

/**
 * The messages for each of many callers, as everyone may see them, with one query per space. Missing ones are left out.
 */
export async function readForEach(db: Db, all: readonly Wanted[]): Promise<Message[][]> {
  const bySpace = Map.groupBy(all, ({ spaceId }) => spaceId)
  const read = [...bySpace].map(async ([spaceId, wanted]) => {
    const ids = [...new Set(wanted.flatMap((one) => one.ids))]
    return presentAll(db, await repository.findMessages(db, { spaceId, ids }))
  })
  const byId = new Map((await Promise.all(read)).flat().map((message) => [message.id, message]))
  return all.map(({ ids }) => ids.flatMap((id) => byId.get(id) ?? []))
}

/** The space of a message. @throws NotFound for one in a foreign space as for an unknown one. */
export async function spaceOfMessage(db: Db, reader: Actor, id: string): Promise<string> {
  const spaceId = await repository.findSpaceOfMessage(db, id)
  if (spaceId === undefined) throw noSuchMessage()
  await requireMember(db, spaceId, reader.accountId).catch((error: unknown) => {
    throw error instanceof NotFound ? noSuchMessage() : error
  })
  return spaceId
}

export async function getMessage(deps: ReadDeps, reader: Actor, id: string): Promise<Message> {
  return readMessage(deps, reader, await spaceOfMessage(deps.db, reader, id), id)
}

/** The deliveries of a message. @throws Forbidden for anyone but its author. */
export async function listDeliveries(deps: ReadDeps, reader: Actor, id: string): Promise<Delivery[]> {
  const message = await getMessage(deps, reader, id)
  if (message.author_id !== reader.accountId)
    throw new Forbidden('Only the author may see what became of a message')
  return message.deliveries ?? []
}
