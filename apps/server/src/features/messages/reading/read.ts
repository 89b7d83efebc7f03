/**
 * Reading messages as their reader may see them, and what became of those addressed
 * (docs/rules/deliveries.md#who-sees-them).
 */
import type { Delivery, Message } from '@flockwork/contract/messages'
import type { Actor } from '../../../platform/actor.ts'
import type { Db } from '../../../platform/database.ts'
import { Forbidden, NotFound } from '../../../platform/errors.ts'
import { requireMember } from '../../spaces/index.ts'
import { presentDelivery, presentMessage, presentReactions } from '../present.ts'
import { listReactions, type ReactionRow } from '../reactions/reaction-repository.ts'
import * as repository from '../repository.ts'

interface Deps {
  readonly db: Db
}

export const noSuchMessage = () => new NotFound('Message not found')

/** The messages of the rows, as everyone may see them. */
export async function presentAll(db: Db, rows: readonly repository.MessageRow[]): Promise<Message[]> {
  const told = await withReactions(db, rows, null)
  return told.map(({ message }) => message)
}

async function withReactions(
  db: Db,
  rows: readonly repository.MessageRow[],
  readerId: string | null,
  known?: readonly ReactionRow[],
) {
  const ids = [...new Set(rows.flatMap((row) => row.replier_ids ?? []))]
  // one after the other: in a snapshot they share a connection
  const accounts = ids.length === 0 ? [] : await repository.listRepliers(db, { ids })
  const given = known ?? (await listReactions(db, rows, readerId))
  const repliers = new Map(accounts.map((account) => [account.id, account]))
  const reactions = Map.groupBy(given, ({ message_id }) => message_id)
  return rows.map((row) => {
    const ofRow = reactions.get(row.id) ?? []
    return { message: presentMessage(row, repliers, ofRow), given: ofRow }
  })
}

/** With what only this reader gets: their own reactions, and for their own messages what became of them. */
export async function presentFor(
  db: Db,
  reader: Actor,
  rows: readonly repository.MessageRow[],
  reactions?: readonly ReactionRow[],
): Promise<Message[]> {
  const own = rows.filter((row) => row.author_id === reader.accountId)
  const spaceId = own[0]?.space_id
  const told = await withReactions(db, rows, reader.accountId, reactions)
  const deliveries =
    spaceId === undefined
      ? []
      : await repository.listDeliveries(db, { spaceId, ids: own.map(({ id }) => id) })
  return told.map(({ message, given }) => ({
    ...message,
    user_reactions: presentReactions(given).user_reactions,
    ...(message.author_id === reader.accountId && {
      deliveries: deliveries.filter((row) => row.message_id === message.id).map(presentDelivery),
    }),
  }))
}

/** One message of a space that the reader is known to be in. */
export async function readMessage(db: Db, reader: Actor, spaceId: string, id: string): Promise<Message> {
  const row = await repository.findMessage(db, spaceId, id)
  if (row === undefined) throw noSuchMessage()
  const [message] = await presentFor(db, reader, [row])
  if (message === undefined) throw noSuchMessage()
  return message
}

/** Some messages of a space that the reader is known to be in, in no order; those that are gone are left out. */
export async function readMessages(
  db: Db,
  reader: Actor,
  spaceId: string,
  ids: readonly string[],
): Promise<Message[]> {
  if (ids.length === 0) return []
  const keys = ids.map((id) => ({ space_id: spaceId, id }))
  const [rows, reactions] = await Promise.all([
    repository.findMessages(db, { spaceId, ids }),
    listReactions(db, keys, reader.accountId),
  ])
  return presentFor(db, reader, rows, reactions)
}

/** Some messages of a space. */
export interface Wanted {
  readonly spaceId: string
  readonly ids: readonly string[]
}

/** What each of many callers wants, as everyone may see it: one question a space. Those that are gone are left out. */
export async function readForEach(db: Db, all: readonly Wanted[]): Promise<Message[][]> {
  const bySpace = Map.groupBy(all, ({ spaceId }) => spaceId)
  const read = [...bySpace].map(async ([spaceId, wanted]) => {
    const ids = [...new Set(wanted.flatMap((one) => one.ids))]
    return presentAll(db, await repository.findMessages(db, { spaceId, ids }))
  })
  const byId = new Map((await Promise.all(read)).flat().map((message) => [message.id, message]))
  return all.map(({ ids }) => ids.flatMap((id) => byId.get(id) ?? []))
}

/** The space of a message that the reader may see. @throws NotFound for a foreign one as for none. */
export async function spaceOfMessage(db: Db, reader: Actor, id: string): Promise<string> {
  const spaceId = await repository.findSpaceOfMessage(db, id)
  if (spaceId === undefined) throw noSuchMessage()
  await requireMember(db, spaceId, reader.accountId).catch((error: unknown) => {
    throw error instanceof NotFound ? noSuchMessage() : error
  })
  return spaceId
}

export async function getMessage({ db }: Deps, reader: Actor, id: string): Promise<Message> {
  return readMessage(db, reader, await spaceOfMessage(db, reader, id), id)
}

/** What became of a message, for its author alone. @throws Forbidden for anyone else. */
export async function listDeliveries({ db }: Deps, reader: Actor, id: string): Promise<Delivery[]> {
  const message = await getMessage({ db }, reader, id)
  if (message.author_id !== reader.accountId)
    throw new Forbidden('Only the author may see what became of a message')
  return message.deliveries ?? []
}
