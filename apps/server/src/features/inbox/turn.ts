/** The order of unread deliveries in pages, as the query of `pending.ts` has it. Pure. */
interface Numbered {
  readonly space_id: string
  readonly seq: number
  readonly created_at: Date
}

/**
 * Within a space by number, as the cursor of a page counts; the spaces' by time. Nodes' clocks differ: a later number may have
 * an earlier time, and then counts as said at the same time as the one before.
 */
export function inTurn<Row extends Numbered>(rows: readonly Row[]): Row[] {
  const latest = new Map<string, number>()
  const timed = rows
    .toSorted((a, b) => a.seq - b.seq)
    .map((row) => {
      const turn = Math.max(latest.get(row.space_id) ?? 0, row.created_at.getTime())
      latest.set(row.space_id, turn)
      return { row, turn }
    })
  // numbers of different spaces say nothing about each other, but stay in their order where the time is the same
  return timed.toSorted((a, b) => a.turn - b.turn).map(({ row }) => row)
}
