/**
 * Indexes messages after their commit, so that posting never waits for it. Each space has a position, which advances in
 * the transaction that writes the words: nothing is missed after a crash, and two nodes never index the same messages.
 * Numbers are in commit order, so everything above the position is missing; the same holds for edits, deletions and
 * renamed channels with their own numbers.
 */
import type { Db, Tx } from '../../platform/database.ts'
import * as repository from './indexing-repository.ts'

/** Few enough that a search barely waits for a batch. */
const BATCH_ROWS = 500
/** Fewer rows stay in the index's pending list: searching through them costs less than merging. */
const MERGE_ROWS = 50
/** With a larger backlog the newest messages are indexed first, and the rest in the background. */
const SKIP_FROM = 5000
/** Batches that a search indexes itself: everything since the last skip, plus some changes. */
const BATCHES_PER_SEARCH = 2 + SKIP_FROM / BATCH_ROWS

export interface Indexed {
  readonly rows: number
  readonly isComplete: boolean
  /** Complete except for an old gap. */
  readonly isCurrent: boolean
}

const NOTHING: Indexed = { rows: 0, isComplete: true, isCurrent: true }

interface Options {
  /** Whether to wait for another node that is indexing the space, or to skip it. */
  readonly waits: boolean
  /** Whether to fill an old gap, too. */
  readonly fillsGap: boolean
}

/** Indexes a batch of a space's backlog: new messages, then changed ones, then an old gap. */
export async function indexBatch(db: Db, spaceId: string, options: Options): Promise<Indexed> {
  const indexed = await indexWithin(db, spaceId, options)
  if (indexed.rows >= MERGE_ROWS) await repository.mergePending(db)
  return indexed
}

function indexWithin(db: Db, spaceId: string, options: Options): Promise<Indexed> {
  return db.transaction().execute(async (tx) => {
    const known = await repository.findHead(tx, spaceId)
    if (known === undefined) return NOTHING
    await repository.insertPosition(tx, spaceId, known)
    const position = await repository.lockPosition(tx, spaceId, options.waits)
    if (position === undefined) return NOTHING
    // re-read, because the lock may have taken a while
    const head = (await repository.findHead(tx, spaceId)) ?? known
    return indexFrom(tx, position, head, options)
  })
}

async function indexFrom(
  tx: Tx,
  before: repository.Position,
  head: number,
  options: Options,
): Promise<Indexed> {
  const position = skipAhead(before, head)
  const { space_id: spaceId } = position
  const limit = BATCH_ROWS

  const fresh = await repository.listRange(tx, spaceId, {
    after: position.seq,
    upTo: head,
    order: 'asc',
    limit,
  })
  position.seq = fresh.length < limit ? head : (fresh.at(-1)?.seq ?? head)

  const changed = await repository.listChanged(tx, spaceId, {
    after: position.changed_seq,
    message: position.changed_message_seq,
    upTo: head,
    limit,
  })
  const last = changed.length < limit ? undefined : changed.at(-1)
  position.changed_seq = last?.changed_seq ?? head
  position.changed_message_seq = last?.seq ?? head

  const range = { after: position.gap_after, upTo: position.gap_up_to, order: 'desc', limit } as const
  const isBusy = fresh.length === limit || changed.length === limit
  const old = options.fillsGap && !isBusy ? await repository.listRange(tx, spaceId, range) : null
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

/** Turns a large backlog into a gap, or extends an existing one; gaps are filled from their newest end. */
function skipAhead(before: repository.Position, head: number): repository.Position {
  const position = { ...before }
  if (head - position.seq <= SKIP_FROM) return position
  if (position.gap_up_to <= position.gap_after) position.gap_after = position.seq
  position.seq = head - SKIP_FROM
  position.gap_up_to = position.seq
  return position
}

/**
 * Indexes everything committed before `known` was read, so that a search finds what was just posted.
 * @returns the state of the index; `undefined` for a space without messages.
 */
export async function catchUp(
  db: Db,
  spaceId: string,
  known: repository.IndexState | undefined,
): Promise<(repository.IndexState & { readonly spaceNumber: number }) | undefined> {
  let state = known
  if (state?.isBehind === true) {
    for (let batch = 0; batch < BATCHES_PER_SEARCH; batch++) {
      const { isCurrent } = await indexBatch(db, spaceId, { waits: true, fillsGap: false })
      if (isCurrent) break
    }
    state = await repository.findIndexState(db, spaceId)
  }
  if (state === undefined || state.spaceNumber === null) return undefined
  return { ...state, spaceNumber: state.spaceNumber }
}

/** Indexes the whole backlog of a space. */
export async function indexSpace(db: Db, spaceId: string): Promise<void> {
  for (;;) {
    const { isComplete } = await indexBatch(db, spaceId, { waits: true, fillsGap: true })
    if (isComplete) return
  }
}
