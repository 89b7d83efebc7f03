/** The spaces of any account, an agent's too, as its tools show them. */
import type { Space } from '@flockwork/contract/spaces'
import type { Db } from '../../platform/database.ts'
import * as repository from './repository.ts'
import { presentSpace } from './service.ts'

/** The spaces that the account is in, the one it joined first in front; `currentId` is where it acts by itself. */
export async function listSpacesOf(db: Db, accountId: string, currentId: string | null): Promise<Space[]> {
  const rows = await repository.listSpaces(db, accountId)
  return rows.map((row) => presentSpace(row, currentId))
}

/** One of them, by its id or slug in any letters' case. */
export function findSpaceOf(spaces: readonly Space[], given: string): Space | undefined {
  const wanted = given.trim().toLowerCase()
  return spaces.find(({ id, slug }) => id === wanted || slug === wanted)
}
