/** The props of a table: its columns, a page of rows, and their order. */
import type { ReactNode } from 'react'

export type SortOrder = 'asc' | 'desc'

/** The sort order, applied by the server: a column's name and the direction. */
export interface Sort<By extends string = string> {
  readonly by: By
  readonly order: SortOrder
}

export interface Column<Row, By extends string = string> {
  /** The server's name for sorting by it; unique among the columns. */
  readonly id: By | (string & {})
  /** The header's text. */
  readonly head: string
  readonly cell: (row: Row) => ReactNode
  /** The text to copy from the cell; by default the text that it shows. */
  readonly text?: (row: Row) => string
  /** Makes the header sort, first in this direction. */
  readonly sorts?: SortOrder
  /** A CSS width such as '7rem'; columns without one share the remaining space. */
  readonly width?: string
  /** Right-aligned, with tabular figures. */
  readonly isNumber?: boolean
  /** Hidden below 1024 px. */
  readonly isExtra?: boolean
  /** Its place on a phone: the row's first line, the second (default), or hidden. */
  readonly phone?: 'first' | 'second' | 'nowhere'
}

/** One page of a list that the server searches, sorts and paginates. */
export interface ListPage<Row> {
  /** Undefined until loaded. */
  readonly rows: readonly Row[] | undefined
  readonly total: number
  /** The list is one growing page with an unknown total. */
  readonly isOpenEnded?: true
  readonly offset: number
  readonly limit: number
  /** The rows are placeholder data of the previous page, while the requested one loads. */
  readonly isPrevious: boolean
  /** The error of the last fetch, as a sentence; loaded rows stay. */
  readonly failure: string | null
  readonly retry: () => void
  readonly goTo: (offset: number) => void
}

export interface DataTableProps<Row, By extends string = string> {
  /** The accessible name. */
  label: string
  columns: readonly Column<Row, By>[]
  list: ListPage<Row>
  rowId: (row: Row) => string
  sort?: Sort<By>
  onSort?: (sort: Sort<By>) => void
  /** A press on a row, or Enter. */
  onOpen?: (row: Row) => void
  /**
   * The last cell, such as a menu button. Pass `tabIndex` to its focusable elements: only one row at a time has tab
   * stops.
   */
  actions?: (row: Row, tabIndex: 0 | -1) => ReactNode
  /** A CSS width; by default a menu button's. */
  actionsWidth?: string
  /** Shown instead of rows when there are none: usually an `EmptyState`. */
  empty: ReactNode
}

/** The order after pressing a header: by its column, reversed if pressed again. */
export function nextSort<By extends string>(
  sort: Sort<By> | undefined,
  column: Pick<Column<never, By>, 'id' | 'sorts'>,
): Sort<By> {
  // a sortable header has one of the server's sort names
  const by = column.id as By
  const first = column.sorts ?? 'asc'
  if (sort?.by !== by || sort.order !== first) return { by, order: first }
  return { by, order: first === 'asc' ? 'desc' : 'asc' }
}
