/** Message ids as people and agents type them: whole, or the first eight digits (docs/rules/messages.md#short-ids). */
import type { Db } from '../../platform/database.ts'
import { NotFound, invalid } from '../../platform/errors.ts'
import * as repository from './repository.ts'

const FULL_ID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/
const SHORT_ID = /^[0-9a-f]{8}$/

export function isFullId(text: string): boolean {
  return FULL_ID.test(text)
}

/** @throws NotFound if none matches, Invalid if several do (naming them) or it isn't an id. */
export async function resolveMessageId(
  db: Db,
  spaceId: string,
  given: string,
  loc: (string | number)[],
): Promise<string> {
  const id = given.trim().toLowerCase()
  if (FULL_ID.test(id)) return id
  if (!SHORT_ID.test(id)) throw invalid(loc, 'Must be a message id or its first 8 digits')
  const [found, ...others] = await repository.findByShortId(db, spaceId, id, 5)
  if (found === undefined) throw new NotFound(`No message ${id} in this space`)
  if (others.length > 0) throw invalid(loc, `${id} fits several messages: ${[found, ...others].join(', ')}`)
  return found
}
