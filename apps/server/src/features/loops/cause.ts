/** The cause of a message: the chain from the person who started it (docs/rules/loops.md#why). */
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

/**
 * The steps from the first to the message. A step in a space that the caller isn't in has no content.
 * @throws NotFound for a message of a space that the caller isn't in, unless they administer the instance, which is
 * written to the audit log.
 */
export async function readCause({ db, clock }: Deps, reader: PersonActor, messageId: string) {
  // one more than is shown, to know how the first shown one was reached
  const rows = await repository.listSteps(db, messageId, CAUSE_STEPS_SHOWN + 1)
  const found = rows.slice(0, CAUSE_STEPS_SHOWN)
  const [said] = found
  const mine = new Set(await spaceIdsOf(db, reader.accountId))
  const isAdmin = reader.role === 'admin'
  if (said === undefined || !(mine.has(said.space_id) || isAdmin)) throw new NotFound('Message not found')
  const foreign = found.find(({ space_id: spaceId }) => !mine.has(spaceId))
  if (isAdmin && foreign !== undefined) {
    await audit(db, clock, {
      actorId: reader.accountId,
      action: 'message_cause_read',
      target: { type: 'message', id: messageId },
      spaceId: mine.has(said.space_id) ? foreign.space_id : said.space_id,
    })
  }
  const authors = new Map(
    (await repository.listAuthors(db, [...new Set(found.map(({ author_id: id }) => id))])).map((row) => [
      row.id,
      row,
    ]),
  )
  const steps = found.map((step, nth): CauseStep => {
    const isSeen = isAdmin || mine.has(step.space_id)
    const author = authors.get(step.author_id)
    const mayPause = isAdmin || author?.owner_id === reader.accountId
    const cause = rows[nth + 1]
    return {
      message_id: isSeen ? step.message_id : null,
      space_id: isSeen ? step.space_id : null,
      content: isSeen && !step.is_deleted ? parentPreview(step.content) : null,
      deleted: step.is_deleted,
      author: isSeen && author !== undefined ? presentAuthor(author, mayPause) : null,
      at: wireTime(step.at),
      // only the messages and tasks rooms write it, with these values
      via: step.cause_id === null ? null : ((cause?.reached_by as CauseStep['via']) ?? 'answer'),
      through: cause?.through ?? null,
      // only the owner may see a credential's name
      client: isSeen && mayPause ? step.client : null,
      hops: step.hops,
    }
  })
  // its cause isn't shown, or was deleted
  return { steps: steps.toReversed(), is_cut: found.at(-1)?.cause_id !== null }
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
