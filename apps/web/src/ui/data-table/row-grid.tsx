import { ArrowDown, ArrowUp } from 'lucide-react'
import {
  useEffect,
  useId,
  useRef,
  useState,
  type ClipboardEvent,
  type KeyboardEvent,
  type MouseEvent,
} from 'react'
import { dataTable as words } from '../../strings/data-table.ts'
import { announce } from '../announce.ts'
import { cx } from '../cx.ts'
import { useMediaQuery, WIDE } from '../use-media-query.ts'
import { nextSort, type Column, type DataTableProps } from './columns.ts'
import { positionAfter, type FocusPosition } from './focus-position.ts'

const START: FocusPosition = { row: 0, column: null }
const ACTIONS_WIDTH = '3rem'

type Props<Row, By extends string> = DataTableProps<Row, By> & { rows: readonly Row[] }

/** The rows as a grid with a roving tab stop: one row, or one of its cells. */
export function RowGrid<Row, By extends string>(props: Props<Row, By>) {
  const { label, rows, list, rowId, sort, onSort, onOpen, actions, actionsWidth } = props
  const isWide = useMediaQuery(WIDE)
  const columns = props.columns.filter(({ isExtra }) => isWide || isExtra !== true)
  const body = useRef<HTMLTableSectionElement>(null)
  const [wanted, setSpot] = useState(START)
  const hintId = useId()
  const spot = { row: Math.min(wanted.row, rows.length - 1), column: wanted.column }

  // a new page starts at its top
  useEffect(() => setSpot(START), [list.offset, sort?.by, sort?.order])

  function goTo(next: FocusPosition) {
    setSpot(next)
    const row = body.current?.rows[next.row]
    const place = next.column === null ? row : row?.cells[next.column]
    place?.focus()
  }

  function press(event: KeyboardEvent<HTMLElement>) {
    if (!isInTable(event.target) || event.ctrlKey || event.metaKey || event.altKey) return
    const row = rows[spot.row]
    if (event.key === 'Enter' && row !== undefined && onOpen) {
      event.preventDefault()
      return onOpen(row)
    }
    const next = positionAfter(spot, event.key, { rows: rows.length, columns: columns.length })
    if (next === null) return
    event.preventDefault()
    goTo(next)
  }

  function copy(event: ClipboardEvent<HTMLElement>) {
    const row = rows[spot.row]
    if (row === undefined || !isInTable(event.target) || hasSelection()) return
    const cells = body.current?.rows[spot.row]?.cells
    const texts = columns.map((column, at) => column.text?.(row) ?? cells?.[at]?.innerText ?? '')
    const text = spot.column === null ? texts.join('\t') : (texts[spot.column] ?? '')
    event.clipboardData.setData('text/plain', text)
    event.preventDefault()
    announce(words.copied(text))
  }

  return (
    // clip instead of scroll, so that the header can stick to the top of the page
    <div className="rounded-panel border border-line" style={{ overflow: 'clip' }}>
      <table
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role -- ARIA in HTML allows it
        role="grid"
        aria-rowcount={list.isOpenEnded ? -1 : list.total + 1}
        aria-describedby={hintId}
        className="w-full text-start"
        style={{ tableLayout: 'fixed' }}
      >
        <caption className="sr-only">{label}</caption>
        <colgroup>
          {columns.map(({ id, width }) => (
            <col key={id} style={{ width: width ?? 'auto' }} />
          ))}
          {actions && <col style={{ width: actionsWidth ?? ACTIONS_WIDTH }} />}
        </colgroup>
        <thead className="sticky top-0 z-10 bg-surface shadow-[inset_0_-1px_0_var(--line)]">
          <tr aria-rowindex={1} className="text-xs text-ink-3">
            {columns.map((column, at) => (
              <Head key={column.id} column={column} start={startOf(columns, at)} {...{ sort, onSort }} />
            ))}
            {actions && (
              <th scope="col">
                <span className="sr-only">{words.actions}</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody ref={body} onKeyDown={press} onCopy={copy}>
          {rows.map((row, index) => {
            const isHere = spot.row === index
            return (
              <tr
                key={rowId(row)}
                aria-rowindex={list.offset + index + 2}
                tabIndex={isHere && spot.column === null ? 0 : -1}
                onFocus={(event) => setSpot(spotOf(event.target, index, columns.length))}
                onClick={(event) => isPlainPress(event) && onOpen?.(row)}
                className={cx(
                  'focus-inset border-t border-line transition-colors first:border-t-0 hover:bg-sunken/60',
                  onOpen && 'cursor-pointer',
                )}
              >
                {columns.map((column, at) => (
                  <td
                    key={column.id}
                    tabIndex={isHere && spot.column === at ? 0 : -1}
                    className={cx(
                      'focus-inset h-12 truncate text-sm',
                      startOf(columns, at),
                      column.isNumber === true && 'tabular text-end',
                    )}
                  >
                    {column.cell(row)}
                  </td>
                ))}
                {actions && <td className="pe-2 text-end">{actions(row, isHere ? 0 : -1)}</td>}
              </tr>
            )
          })}
        </tbody>
      </table>
      <p id={hintId} className="sr-only">
        {words.keys}
      </p>
    </div>
  )
}

/** Cell padding: text keeps a distance from right-aligned numbers before it. */
function startOf(columns: readonly Pick<Column<never>, 'isNumber'>[], at: number): string {
  const isApart = columns[at - 1]?.isNumber === true && columns[at]?.isNumber !== true
  return cx('pe-2', at === 0 ? 'ps-4' : isApart ? 'ps-6' : 'ps-2')
}

interface HeadProps<Row, By extends string> {
  column: Column<Row, By>
  start: string
  sort: DataTableProps<Row, By>['sort']
  onSort: DataTableProps<Row, By>['onSort']
}

function Head<Row, By extends string>({ column, start, sort, onSort }: HeadProps<Row, By>) {
  const { head, sorts, isNumber = false } = column
  const order = sort !== undefined && sort.by === column.id ? sort.order : null
  const className = cx('h-9 font-medium', start, isNumber ? 'text-end' : 'text-start')
  if (sorts === undefined || !onSort) {
    return (
      <th scope="col" className={className}>
        {head}
      </th>
    )
  }
  const Arrow = (order ?? sorts) === 'asc' ? ArrowUp : ArrowDown
  return (
    <th
      scope="col"
      aria-sort={order === null ? 'none' : order === 'asc' ? 'ascending' : 'descending'}
      className={className}
    >
      <button
        type="button"
        onClick={() => onSort(nextSort(sort, column))}
        className={cx(
          'flex w-full items-center gap-1 font-medium transition-colors hover:text-ink',
          isNumber && 'flex-row-reverse',
          order !== null && 'text-ink',
        )}
      >
        <span className="truncate">{head}</span>
        <Arrow size={14} aria-hidden="true" className={cx(order === null && 'opacity-0')} />
      </button>
    </th>
  )
}

/** The focus is on a row or a cell, not on an element in it. */
function isInTable(target: EventTarget): boolean {
  return target instanceof HTMLTableRowElement || target instanceof HTMLTableCellElement
}

function spotOf(target: Element, row: number, columns: number): FocusPosition {
  const at = target instanceof HTMLTableCellElement ? target.cellIndex : columns
  return { row, column: at < columns ? at : null }
}

function hasSelection(): boolean {
  return document.getSelection()?.isCollapsed === false
}

/** A click on the row itself that selected no text. */
function isPlainPress({ target, currentTarget }: MouseEvent<HTMLElement>): boolean {
  // a menu's items are in a portal, and buttons have their own handlers
  if (!(target instanceof Element) || !currentTarget.contains(target)) return false
  return target.closest('a, button') === null && !hasSelection()
}
