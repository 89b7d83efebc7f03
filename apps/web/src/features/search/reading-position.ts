/** The reader's position in the results of each history entry, so that Back returns to it. */

export interface ReadingPosition {
  /** The scroll offsets of the list and of the page around it, in pixels. */
  readonly list: number
  readonly page: number
  /** The result that was opened last. */
  readonly openedId: string | null
}

const positions = new Map<string, ReadingPosition>()
const NOWHERE: ReadingPosition = { list: 0, page: 0, openedId: null }

export function positionOf(entry: string): ReadingPosition | undefined {
  return positions.get(entry)
}

export function savePosition(entry: string, change: Partial<ReadingPosition>): void {
  positions.set(entry, { ...NOWHERE, ...positions.get(entry), ...change })
}
