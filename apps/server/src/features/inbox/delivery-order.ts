/** The order of unread deliveries in pages, the same as in the query of `pending.ts`. Pure. */
interface Numbered {
  readonly space_id: string
  readonly seq: number
  readonly created_at: Date
}

/**
 * Sorted by number within a space, like the cursor, and by time across spaces. Clocks differ between nodes, so a later
 * number may have an earlier time; it is then treated as having the time of its predecessor.
 */
export function inDeliveryOrder<Row extends Numbered>(rows: readonly Row[]): Row[] {
  const latest = new Map<string, number>()
  const timed = rows
    .toSorted((a, b) => a.seq - b.seq)
    .map((row) => {
      const order = Math.max(latest.get(row.space_id) ?? 0, row.created_at.getTime())
      latest.set(row.space_id, order)
      return { row, order }
    })
  // a stable sort: rows of one space with equal times stay in the order of their numbers
  return timed.toSorted((a, b) => a.order - b.order).map(({ row }) => row)
}
