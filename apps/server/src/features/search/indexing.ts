/**
 * Keeps the words of messages, after the commit that stored them: posting must not wait for it. A position a space
 * says how far they are complete, and moves in the transaction that writes the words, so that nothing is left out
 * after a crash and two nodes never do the same. Numbers are given in the order of commits: what is above the
 * position is all that is missing, changes (edits, deletions, a renamed channel) by their own number.
 */
import type { Db, Tx } from '../../platform/database.ts'
import * as repository from './indexing-repository.ts'

/** Short enough that a search which waits for one waits for little. */
const PORTION_ROWS = 500
/** Fewer stay in the list of what is new until there is time; reading through it costs less than sorting it in. */
const SORT_IN_ROWS = 50
/** Of more than this the newest come first, and the rest when there is time. */
const JUMP_OVER = 5000
/** What a search does itself before it answers: the newest it can have jumped to, and some changes. */
const PORTIONS_A_SEARCH = 2 + JUMP_OVER / PORTION_ROWS

export type { Author } from './indexing-repository.ts'

export interface Indexed {
  /** Rows that were read. */
  readonly rows: number
  readonly isComplete: boolean
  /** Everything but an old gap. */
  readonly isCurrent: boolean
}

const NOTHING: Indexed = { rows: 0, isComplete: true, isCurrent: true }

interface How {
  /** Waits for another who is at it, else leaves it to them. */
  readonly waits: boolean
  /** Fills an old gap, too. */
  readonly fillsGap: boolean
}

/** Indexes a portion of what is missing of a space: first what is new, then what changed, then an old gap. */
export async function indexPortion(db: Db, spaceId: string, how: How): Promise<Indexed> {
  const indexed = await indexWithin(db, spaceId, how)
  if (indexed.rows >= SORT_IN_ROWS) await repository.sortIn(db)
  return indexed
}

/** For when there is time: a search then finds no list to read through. */
export const sortIn = repository.sortIn

function indexWithin(db: Db, spaceId: string, how: How): Promise<Indexed> {
  return db.transaction().execute(async (tx) => {
    const known = await repository.findHead(tx, spaceId)
    if (known === undefined) return NOTHING
    await repository.beginPosition(tx, spaceId, known)
    const position = await repository.lockPosition(tx, spaceId, how.waits)
    if (position === undefined) return NOTHING
    // anew: it was waited for
    const head = (await repository.findHead(tx, spaceId)) ?? known
    return indexFrom(tx, position, head, how)
  })
}

async function indexFrom(tx: Tx, before: repository.Position, head: number, how: How): Promise<Indexed> {
  const position = jumped(before, head)
  const { space_id: spaceId } = position
  const limit = PORTION_ROWS

  const fresh = await repository.listRange(tx, spaceId, {
    after: position.seq,
    upTo: head,
    order: 'asc',
    limit,
  })
  position.seq = fresh.length < limit ? head : (fresh.at(-1)?.seq ?? head)

  const changed = await repository.listChanged(tx, spaceId, {
    after: position.changed_seq,
    part: position.changed_message_seq,
    upTo: head,
    limit,
  })
  const last = changed.length < limit ? undefined : changed.at(-1)
  position.changed_seq = last?.changed_seq ?? head
  position.changed_message_seq = last?.seq ?? head

  const range = { after: position.gap_after, upTo: position.gap_up_to, order: 'desc', limit } as const
  const isBusy = fresh.length === limit || changed.length === limit
  const old = how.fillsGap && !isBusy ? await repository.listRange(tx, spaceId, range) : null
  if (old !== null) {
    position.gap_up_to = old.length < limit ? position.gap_after : (old.at(-1)?.seq ?? 0) - 1
  }

  const rows = [...new Map([...fresh, ...changed, ...(old ?? [])].map((row) => [row.seq, row])).values()]
  await repository.saveWords(tx, position, rows)
  await repository.savePosition(tx, position)
  return {
    rows: rows.length,
    isCurrent: !isBusy,
    isComplete: !isBusy && position.gap_up_to <= position.gap_after,
  }
}

/** Leaves out what is far behind, to be filled from its newest end; a gap that is there grows. */
function jumped(before: repository.Position, head: number): repository.Position {
  const position = { ...before }
  if (head - position.seq <= JUMP_OVER) return position
  if (position.gap_up_to <= position.gap_after) position.gap_after = position.seq
  position.seq = head - JUMP_OVER
  position.gap_up_to = position.seq
  return position
}

/** What a search needs to know of a space's index before it can ask it. */
export const findIndexState = repository.findState

/**
 * Brings a space's words up to what was committed when `known` was read, so that a search finds what was just posted.
 * Answers what it needs to know of the index; `undefined` when the space holds nothing.
 */
export async function catchUp(
  db: Db,
  spaceId: string,
  known: repository.IndexState | undefined,
): Promise<(repository.IndexState & { readonly spaceNumber: number }) | undefined> {
  let state = known
  if (state?.isBehind === true) {
    for (let portion = 0; portion < PORTIONS_A_SEARCH; portion++) {
      const { isCurrent } = await indexPortion(db, spaceId, { waits: true, fillsGap: false })
      if (isCurrent) break
    }
    state = await repository.findState(db, spaceId)
  }
  if (state === undefined || state.spaceNumber === null) return undefined
  return { ...state, spaceNumber: state.spaceNumber }
}

/** Indexes all that is missing of a space. */
export async function indexSpace(db: Db, spaceId: string): Promise<void> {
  for (;;) {
    const { isComplete } = await indexPortion(db, spaceId, { waits: true, fillsGap: true })
    if (isComplete) return
  }
}
