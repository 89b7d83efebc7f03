import { feedRows, reused, type FeedRow, type RowNeeds } from './feed-rows.ts'

/**
 * Builds the rows of one feed over time. What was its first message once keeps its picture and name, so that
 * older ones above it move nothing; rows that didn't change are the same objects again.
 */
export function createRowBuilder(): (needs: Omit<RowNeeds, 'heads'>) => FeedRow[] {
  const heads = new Set<string>()
  let last: FeedRow[] = []
  return (needs) => {
    const first = needs.messages[0]
    if (first) heads.add(first.id)
    last = reused(feedRows({ ...needs, heads }), last)
    return last
  }
}
