import { feedRows, messageRows, pendingRows, reused, type FeedRow, type RowNeeds } from './feed-rows.ts'

type Needs = Omit<RowNeeds, 'heads'>

/**
 * Builds the rows of one feed over time. What was its first message once keeps its picture and name, so that
 * older ones above it move nothing; rows that didn't change are the same objects again.
 */
export function createRowBuilder(): (needs: Needs) => FeedRow[] {
  const heads = new Set<string>()
  let last: { needs: Needs; rows: FeedRow[] } | null = null
  return (needs) => {
    const first = needs.messages[0]
    if (first) heads.add(first.id)
    const rows =
      last !== null && isLonger(needs, last.needs)
        ? appended({ ...needs, heads }, last.needs, last.rows)
        : reused(feedRows({ ...needs, heads }), last?.rows ?? [])
    last = { needs, rows }
    return rows
  }
}

/** Whether `needs` are those of `before` with messages added at the end: the usual case, and a cheap one. */
function isLonger(needs: Needs, before: Needs): boolean {
  return (
    before.messages.length > 0 &&
    needs.viewerId === before.viewerId &&
    needs.divider === before.divider &&
    needs.isFromBeginning === before.isFromBeginning &&
    before.messages.every((message, index) => message === needs.messages[index])
  )
}

function appended(needs: RowNeeds, before: Needs, rows: readonly FeedRow[]): FeedRow[] {
  const ofMessages = rows.slice(0, rows.length - before.pending.length)
  const waiting = reused(pendingRows(needs), rows.slice(ofMessages.length))
  return [...ofMessages, ...messageRows(needs, before.messages.length), ...waiting]
}
