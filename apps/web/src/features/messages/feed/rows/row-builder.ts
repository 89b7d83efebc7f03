import {
  feedRows,
  messageRows,
  pendingRows,
  reuseRows,
  type FeedRow,
  type RowDeps,
} from '../../state/feed-rows.ts'

type Deps = Omit<RowDeps, 'heads'>

/**
 * Builds the rows of one feed repeatedly. A message that was the first once keeps its picture and name, so that nothing
 * moves when older ones are loaded. Unchanged rows are the same objects again.
 */
export function createRowBuilder(): (deps: Deps) => FeedRow[] {
  const heads = new Set<string>()
  let last: { deps: Deps; rows: FeedRow[] } | null = null
  return (deps) => {
    const first = deps.messages[0]
    if (first) heads.add(first.id)
    const rows =
      last !== null && isLonger(deps, last.deps)
        ? appended({ ...deps, heads }, last.deps, last.rows)
        : reuseRows(feedRows({ ...deps, heads }), last?.rows ?? [])
    last = { deps, rows }
    return rows
  }
}

/** Whether `deps` are those of `before` with messages added at the end: the usual case, and a cheap one. */
function isLonger(deps: Deps, before: Deps): boolean {
  return (
    before.messages.length > 0 &&
    deps.viewerId === before.viewerId &&
    deps.divider === before.divider &&
    deps.isFromBeginning === before.isFromBeginning &&
    before.messages.every((message, index) => message === deps.messages[index])
  )
}

function appended(deps: RowDeps, before: Deps, rows: readonly FeedRow[]): FeedRow[] {
  const ofMessages = rows.slice(0, rows.length - before.pending.length)
  const ofPending = reuseRows(pendingRows(deps), rows.slice(ofMessages.length))
  return [...ofMessages, ...messageRows(deps, before.messages.length), ...ofPending]
}
