import { dataTable as words } from '../../strings/data-table.ts'
import { Select } from '../select.tsx'
import type { Column, DataTableProps, Sort, SortOrder } from './columns.ts'

type Props<Row, By extends string> = DataTableProps<Row, By> & { rows: readonly Row[] }

/** The rows on a phone: two lines each. A select above them replaces the sorting headers. */
export function PhoneRows<Row, By extends string>(props: Props<Row, By>) {
  const { label, columns, rows, rowId, sort, onSort, onOpen, actions } = props
  const first = columns.filter(({ phone }) => phone === 'first')
  const second = columns.filter(({ phone = 'second' }) => phone === 'second')
  return (
    <>
      {sort && onSort && <SortChoice columns={columns} sort={sort} onSort={onSort} />}
      <ul aria-label={label} className="-mx-4 border-t border-line">
        {rows.map((row) => (
          <li key={rowId(row)} className="relative flex items-start gap-2 border-b border-line px-4 py-3">
            <div className="min-w-0 flex-1">
              <Line columns={first} row={row} onOpen={onOpen} />
              <div className="mt-1 flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1 text-xs text-ink-2">
                {second.map((column) => (
                  <span key={column.id} className="min-w-0 truncate">
                    {column.isNumber === true && <span className="text-ink-3">{column.head} </span>}
                    {column.cell(row)}
                  </span>
                ))}
              </div>
            </div>
            {actions && <span className="relative z-1 -mr-2 flex">{actions(row, 0)}</span>}
          </li>
        ))}
      </ul>
    </>
  )
}

interface LineProps<Row, By extends string> {
  columns: readonly Column<Row, By>[]
  row: Row
  onOpen: DataTableProps<Row, By>['onOpen']
}

function Line<Row, By extends string>({ columns, row, onOpen }: LineProps<Row, By>) {
  const content = columns.map((column, at) => (
    // a label before the text isn't truncated
    <span key={column.id} className={at < columns.length - 1 ? 'shrink-0' : 'min-w-0 truncate'}>
      {column.cell(row)}
    </span>
  ))
  const look = 'flex w-full min-w-0 items-center gap-2 text-start text-nav font-medium'
  if (!onOpen) return <div className={look}>{content}</div>
  return (
    <button type="button" onClick={() => onOpen(row)} className={`${look} after:absolute after:inset-0`}>
      {content}
    </button>
  )
}

interface SortChoiceProps<Row, By extends string> {
  columns: readonly Column<Row, By>[]
  sort: Sort<By>
  onSort: (sort: Sort<By>) => void
}

const ORDERS: readonly SortOrder[] = ['asc', 'desc']

function SortChoice<Row, By extends string>({ columns, sort, onSort }: SortChoiceProps<Row, By>) {
  const choices = columns
    .filter(({ sorts }) => sorts !== undefined)
    .flatMap(({ id, head }) =>
      // a sortable column has one of the server's sort names
      ORDERS.map((order) => ({ by: id as By, order, label: words.sortChoice(head, order) })),
    )
  return (
    <div className="mb-3">
      <Select
        isFilter
        aria-label={words.sortBy}
        value={`${sort.by}:${sort.order}`}
        onValueChange={(value) => {
          const chosen = choices.find(({ by, order }) => `${by}:${order}` === value)
          if (chosen) onSort({ by: chosen.by, order: chosen.order })
        }}
        choices={choices.map(({ by, order, label: choice }) => ({ value: `${by}:${order}`, label: choice }))}
      />
    </div>
  )
}
