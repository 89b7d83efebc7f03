/** Pages of lists that are loaded completely: `next_cursor` is an offset. */
import { invalid } from '../../../platform/errors.ts'
import { countThatFit } from '../answers/budget.ts'
import { limitOf, textOf } from './values.ts'

interface Paging {
  readonly limit?: number | undefined
  readonly cursor?: string | undefined
}

export interface ListPage<T> {
  readonly items: readonly T[]
  readonly total: number
  readonly nextCursor: string | null
}

const CURSOR = /^l1\.(\d{1,6})$/

/** The next items that fit into an answer. @throws Invalid for a cursor that isn't ours. */
export function pageOf<T>(all: readonly T[], paging: Paging, sizeOf: (item: T) => number): ListPage<T> {
  const offset = offsetIn(textOf(paging.cursor))
  const items = all.slice(offset, offset + limitOf(paging.limit))
  const shown = items.slice(0, countThatFit(items.map(sizeOf)))
  const next = offset + shown.length
  return {
    items: shown,
    total: all.length,
    nextCursor: shown.length > 0 && next < all.length ? `l1.${next}` : null,
  }
}

function offsetIn(cursor: string | undefined): number {
  if (cursor === undefined) return 0
  const [, offset] = CURSOR.exec(cursor) ?? []
  if (offset === undefined) throw invalid(['cursor'], 'must be a next_cursor from an earlier answer')
  return Number(offset)
}

/** How to get the rest, if there is any. */
export function restOf({ total, nextCursor }: Pick<ListPage<unknown>, 'total' | 'nextCursor'>): string[] {
  return nextCursor === null ? [] : [`${total} in all. To go on: cursor ${nextCursor}.`]
}
