/** What a table is given: its columns, a page of its rows, and how they are sorted. */
import type { ReactNode } from 'react'

export type SortOrder = 'asc' | 'desc'

/** The server sorts: the name of a column, and which way. */
export interface Sort<By extends string = string> {
  readonly by: By
  readonly order: SortOrder
}

export interface Column<Row, By extends string = string> {
  /** By what name the server sorts by it; unique among the columns. */
  readonly id: By | (string & {})
  /** The words of its head. */
  readonly head: string
  readonly cell: (row: Row) => ReactNode
  /** What copying the cell copies; absent: the text that it shows. */
  readonly text?: (row: Row) => string
  /** Pressing the head sorts, first in this order. */
  readonly sorts?: SortOrder
  /** As CSS, as '7rem'; columns without one share what is left. */
  readonly width?: string
  /** Ends where its column ends, with digits of one width. */
  readonly isNumber?: boolean
  /** Left out under 1024 px. */
  readonly isExtra?: boolean
  /** Where it is on a phone: in the row's first line, its second (unless said otherwise), or nowhere. */
  readonly phone?: 'first' | 'second' | 'nowhere'
}

/** One page of a list that the server searches, sorts and cuts. */
export interface ListPage<Row> {
  /** Undefined while nothing is there yet. */
  readonly rows: readonly Row[] | undefined
  readonly total: number
  /** The list is one page that grows; nobody knows how many there are. */
  readonly isOpenEnded?: true
  readonly offset: number
  readonly limit: number
  /** These rows are of the page before, and the page asked for is on its way. */
  readonly isPrevious: boolean
  /** Why the last try failed, as a sentence; rows that are there stay. */
  readonly failure: string | null
  readonly retry: () => void
  readonly goTo: (offset: number) => void
}

export interface DataTableProps<Row, By extends string = string> {
  /** What the rows are. */
  label: string
  columns: readonly Column<Row, By>[]
  list: ListPage<Row>
  rowId: (row: Row) => string
  sort?: Sort<By>
  onSort?: (sort: Sort<By>) => void
  /** A press on a row, or Enter. */
  onOpen?: (row: Row) => void
  /**
   * The last cell, as a menu button. Give `tabIndex` to what can be focused in it: one row at a time is in the order of
   * Tab.
   */
  actions?: (row: Row, tabIndex: 0 | -1) => ReactNode
  /** As CSS; absent: of a menu button. */
  actionsWidth?: string
  /** In the place of the rows when there are none: usually an `EmptyState`. */
  empty: ReactNode
}

/** What pressing a head sorts by: its column, and pressed again the other way round. */
export function nextSort<By extends string>(
  sort: Sort<By> | undefined,
  column: Pick<Column<never, By>, 'id' | 'sorts'>,
): Sort<By> {
  // a head that can be pressed is one of the names that the server sorts by
  const by = column.id as By
  const first = column.sorts ?? 'asc'
  if (sort?.by !== by || sort.order !== first) return { by, order: first }
  return { by, order: first === 'asc' ? 'desc' : 'asc' }
}
