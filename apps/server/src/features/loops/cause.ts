/** Why a message came about: the chain from the person who began it (docs/rules/loops.md#why). */
import { CAUSE_STEPS_SHOWN } from '@flockwork/contract/limits'
import type { CauseStep } from '@flockwork/contract/loops'
import { parentPreview } from '@flockwork/contract/text/preview'
import type { PersonActor } from '../../platform/actor.ts'
import { audit } from '../../platform/audit.ts'
import { wireTime, type Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/database.ts'
import { NotFound } from '../../platform/errors.ts'
import { authorType } from '../messages/index.ts'
import { spaceIdsOf } from '../spaces/index.ts'
import * as repository from './repository.ts'

interface Deps {
  readonly db: Db
  readonly clock: Clock
}

/** A message, or an assignment, on the way from the beginning. */
interface Found {
  readonly messageId: string
  readonly spaceId: string
  readonly authorId: string
  readonly content: string
  readonly isDeleted: boolean
  readonly at: Date
  readonly hops: number
  readonly client: string | null
  via: CauseStep['via']
  through: CauseStep['through']
}

/**
 * The steps from the first to the message. A message in a space that the caller isn't in says only that it was there.
 * @throws NotFound for a message of a space that the caller isn't in, unless they administer the instance: then it is in the
 * audit log.
 */
export async function readCause({ db, clock }: Deps, reader: PersonActor, messageId: string) {
  const said = await repository.findSaid(db, messageId)
  const mine = new Set(await spaceIdsOf(db, reader.accountId))
  const isAdmin = reader.role === 'admin'
  if (said === undefined || !(mine.has(said.space_id) || isAdmin)) throw new NotFound('Message not found')
  const { found, isCut } = await walk(db, said)
  const foreign = found.find(({ spaceId }) => !mine.has(spaceId))
  if (isAdmin && foreign !== undefined) {
    await audit(db, clock, {
      actorId: reader.accountId,
      action: 'message_cause_read',
      target: { type: 'message', id: messageId },
      spaceId: mine.has(said.space_id) ? foreign.spaceId : said.space_id,
    })
  }
  const authors = new Map(
    (await repository.listAuthors(db, [...new Set(found.map(({ authorId }) => authorId))])).map((row) => [
      row.id,
      row,
    ]),
  )
  const steps = found.toReversed().map((step): CauseStep => {
    const isSeen = isAdmin || mine.has(step.spaceId)
    const author = authors.get(step.authorId)
    const mayPause = isAdmin || author?.owner_id === reader.accountId
    return {
      message_id: isSeen ? step.messageId : null,
      space_id: isSeen ? step.spaceId : null,
      content: isSeen && !step.isDeleted ? parentPreview(step.content) : null,
      deleted: step.isDeleted,
      author: isSeen && author !== undefined ? presentAuthor(author, mayPause) : null,
      at: wireTime(step.at),
      via: step.via,
      through: step.through,
      // what an owner called a credential is the owner's alone
      client: isSeen && mayPause ? step.client : null,
      hops: step.hops,
    }
  })
  return { steps, is_cut: isCut }
}

/** From the message back to the beginning. */
async function walk(db: Db, last: repository.SaidRow): Promise<{ found: Found[]; isCut: boolean }> {
  const found: Found[] = []
  let [step, cause] = [foundOf(last), causeOf(last)]
  for (;;) {
    found.push(step)
    if (cause === null) return { found, isCut: false }
    const { authorId: recipientId, at: before } = step
    const link = await repository.findLink(db, { messageId: cause, recipientId, before })
    // written by the rooms of messages and tasks, in these words alone
    step.via = (link?.reason as CauseStep['via']) ?? 'answer'
    step.through = link?.through ?? null
    if (found.length >= CAUSE_STEPS_SHOWN) return { found, isCut: true }
    if (link !== undefined && link.task_title !== null) {
      ;[step, cause] = [assignmentOf(cause, link), link.cause_id]
      continue
    }
    const said = await repository.findSaid(db, cause)
    if (said === undefined) return { found, isCut: true }
    ;[step, cause] = [foundOf(said), causeOf(said)]
  }
}

/** Null for what a person wrote, which begins a chain, and for what an agent began by itself. */
function causeOf({ hops, cause_id }: repository.SaidRow): string | null {
  return hops === 0 ? null : cause_id
}

function foundOf(said: repository.SaidRow): Found {
  return {
    messageId: said.id,
    spaceId: said.space_id,
    authorId: said.author_id,
    content: said.content,
    isDeleted: said.deleted_at !== null,
    at: said.created_at,
    hops: said.hops,
    client: said.client_name ?? said.token_name,
    via: null,
    through: null,
  }
}

function assignmentOf(messageId: string, link: repository.LinkRow): Found {
  return {
    messageId,
    spaceId: link.space_id,
    authorId: link.author_id,
    content: link.task_title ?? '',
    isDeleted: link.is_task_deleted === true,
    at: link.created_at,
    hops: link.hops ?? 0,
    client: null,
    via: null,
    through: null,
  }
}

function presentAuthor(row: repository.AuthorRow, mayPause: boolean): CauseStep['author'] {
  const isAgent = row.kind === 'agent'
  return {
    id: row.id,
    type: authorType(row.kind),
    handle: row.handle,
    display_name: row.display_name,
    avatar_url: row.avatar_url,
    owner: row.owner_handle,
    can_pause: isAgent && mayPause && row.status === 'active',
    is_paused: (row.disabled_by ?? []).length > 0,
  }
}
