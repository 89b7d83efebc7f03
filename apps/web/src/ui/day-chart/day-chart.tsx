import { useEffect, useId, useRef, useState, type KeyboardEvent, type PointerEvent } from 'react'
import { dayChart as words } from '../../strings/day-chart.ts'
import { Button } from '../button.tsx'
import { shownNumber } from '../shown-number.ts'
import { dayAfter, dayAt } from './days.ts'
import { PLOT, Plot, TONES, type Series, type Tone } from './plot.tsx'

const short = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' })
const long = new Intl.DateTimeFormat('en-GB', {
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  timeZone: 'UTC',
})
const shortDay = (date: string) => short.format(new Date(date))
const longDay = (date: string) => long.format(new Date(date))

interface Props {
  title: string
  /** UTC days, as `2026-01-31`, the oldest first. */
  dates: readonly string[]
  series: readonly Series[]
}

/**
 * Numbers by day, as a line chart and as a table (ADR-0026). The chart is one tab stop: arrow keys, Home and End move
 * between days, whose values are announced; hovering or touching shows the same.
 */
export function DayChart({ title, dates, series }: Props) {
  const [showsTable, setShowsTable] = useState(false)
  const headingId = useId()
  const tableId = useId()
  return (
    <section aria-labelledby={headingId} className="relative flex min-w-0 flex-col gap-2">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <h3 id={headingId} className="font-display text-lg font-semibold tracking-display">
          {title}
        </h3>
        <Button
          size="sm"
          variant="quiet"
          aria-expanded={showsTable}
          aria-controls={tableId}
          aria-label={words.tableOf(title, showsTable)}
          onClick={() => setShowsTable(!showsTable)}
        >
          {showsTable ? words.hideTable : words.showTable}
        </Button>
      </div>
      <Legend series={series} />
      <Readable title={title} dates={dates} series={series} />
      <div
        id={tableId}
        // focusable, so that the keyboard can scroll it
        {...(showsTable && { tabIndex: 0, role: 'region', 'aria-label': words.tableName(title) })}
        className={showsTable ? 'overflow-y-auto rounded-panel border border-line' : 'sr-only'}
        style={showsTable ? { maxHeight: '20rem' } : {}}
      >
        <Table title={title} dates={dates} series={series} />
      </div>
    </section>
  )
}

function Legend({ series }: { series: readonly Series[] }) {
  return (
    <ul className="flex flex-wrap gap-x-4 gap-y-1 text-xs text-ink-2">
      {series.map(({ name, tone, values }) => (
        <li key={name} className="flex items-center gap-1.5">
          <Swatch tone={tone} />
          {name}
          <span className="tabular text-ink-3">
            {words.peak(shownNumber(values.reduce((highest, value) => Math.max(highest, value), 0)))}
          </span>
        </li>
      ))}
    </ul>
  )
}

function Swatch({ tone }: { tone: Tone }) {
  return (
    <svg width={18} height={8} aria-hidden="true" className="shrink-0">
      <line
        x1={1}
        x2={17}
        y1={4}
        y2={4}
        stroke={TONES[tone].color}
        strokeWidth={2}
        strokeDasharray={TONES[tone].dash}
        strokeLinecap="round"
      />
    </svg>
  )
}

/** The plot, and the hovered or selected day. */
function Readable({ title, dates, series }: Props) {
  const box = useRef<HTMLDivElement>(null)
  const [width, setWidth] = useState(0)
  const [pointed, setPointed] = useState<number | null>(null)
  const [focused, setFocused] = useState<number | null>(null)
  const last = dates.length - 1
  const day = pointed ?? focused
  const shown = day === null ? null : Math.min(day, last)

  useEffect(() => {
    const element = box.current
    if (element === null) return undefined
    const observer = new ResizeObserver(() => setWidth(element.clientWidth))
    observer.observe(element)
    return () => observer.disconnect()
  }, [])

  function point(event: PointerEvent<HTMLElement>) {
    const { left } = event.currentTarget.getBoundingClientRect()
    setPointed(dayAt(event.clientX - left - PLOT.left, width - PLOT.left - PLOT.right, dates.length))
  }

  function press(event: KeyboardEvent) {
    if (event.key === 'Escape' && shown !== null) {
      event.stopPropagation()
      setPointed(null)
      return setFocused(null)
    }
    const next = dayAfter(focused ?? last, event.key, dates.length)
    if (next === null) return
    event.preventDefault()
    setPointed(null)
    setFocused(next)
  }

  const value = Math.min(focused ?? last, last)
  return (
    <div
      ref={box}
      role="slider"
      tabIndex={0}
      aria-label={words.chartOf(title)}
      aria-valuemin={0}
      aria-valuemax={last}
      aria-valuenow={value}
      aria-valuetext={sentenceOf(dates[value] ?? '', series, value)}
      onKeyDown={press}
      onFocus={() => setFocused((known) => known ?? last)}
      onBlur={() => setFocused(null)}
      onPointerMove={point}
      onPointerDown={point}
      onPointerLeave={(event) => event.pointerType === 'mouse' && setPointed(null)}
      className="relative rounded-control"
      style={{ minHeight: PLOT.height, touchAction: 'pan-y' }}
    >
      {width > 0 && <Plot dates={dates} series={series} nameOf={shortDay} width={width} day={shown} />}
      {shown !== null && <Tip date={dates[shown] ?? ''} day={shown} {...{ series, width, last }} />}
    </div>
  )
}

function sentenceOf(date: string, series: readonly Series[], day: number): string {
  const values = series.map(({ name, values: numbers }) => `${name} ${numbers[day] ?? 0}`)
  return `${date === '' ? '' : longDay(date)}: ${values.join(', ')}`
}

interface TipProps {
  date: string
  day: number
  last: number
  series: readonly Series[]
  width: number
}

function Tip({ date, day, last, series, width }: TipProps) {
  const at = PLOT.left + ((width - PLOT.left - PLOT.right) * day) / Math.max(1, last)
  const isLeft = day > last / 2
  return (
    <div
      aria-hidden="true"
      className="pointer-events-none absolute top-2 z-10 rounded-control bg-raised px-3 py-2 text-xs shadow-2"
      style={isLeft ? { right: width - at + 10 } : { left: at + 10 }}
    >
      <p className="font-medium whitespace-nowrap">{longDay(date)}</p>
      {series.map(({ name, tone, values }) => (
        <p key={name} className="mt-1 flex items-center gap-1.5 whitespace-nowrap text-ink-2">
          <Swatch tone={tone} />
          {name}
          <span className="tabular ms-auto ps-3 font-medium text-ink">{shownNumber(values[day] ?? 0)}</span>
        </p>
      ))}
    </div>
  )
}

/** The newest day first. */
function Table({ title, dates, series }: Props) {
  return (
    <table className="w-full text-start text-sm">
      <caption className="sr-only">{words.tableName(title)}</caption>
      <thead className="sticky top-0 bg-surface text-xs text-ink-3 shadow-[inset_0_-1px_0_var(--line)]">
        <tr>
          <th scope="col" className="h-9 px-4 text-start font-medium">
            {words.day}
          </th>
          {series.map(({ name }) => (
            <th key={name} scope="col" className="h-9 px-4 text-end font-medium">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {dates
          .map((date, day) => (
            <tr key={date} className="border-t border-line first:border-t-0">
              <th scope="row" className="h-9 px-4 text-start font-medium">
                {longDay(date)}
              </th>
              {series.map(({ name, values }) => (
                <td key={name} className="tabular h-9 px-4 text-end">
                  {values[day] ?? 0}
                </td>
              ))}
            </tr>
          ))
          .toReversed()}
      </tbody>
    </table>
  )
}
