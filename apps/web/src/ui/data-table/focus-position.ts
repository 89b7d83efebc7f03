/** The focused position in a table: a row, or one of its cells. Pure. */
export interface FocusPosition {
  readonly row: number
  /** Null for the row as a whole. */
  readonly column: number | null
}

interface Size {
  readonly rows: number
  readonly columns: number
}

/** The position after a key press; null for keys without an effect. */
export function positionAfter(
  { row, column }: FocusPosition,
  key: string,
  { rows, columns }: Size,
): FocusPosition | null {
  const last = rows - 1
  switch (key) {
    case 'ArrowDown':
      return { row: Math.min(row + 1, last), column }
    case 'ArrowUp':
      return { row: Math.max(row - 1, 0), column }
    case 'Home':
      return { row: 0, column }
    case 'End':
      return { row: last, column }
    case 'ArrowRight':
      return { row, column: column === null ? 0 : Math.min(column + 1, columns - 1) }
    case 'ArrowLeft':
      return { row, column: column === null || column === 0 ? null : column - 1 }
    default:
      return null
  }
}
