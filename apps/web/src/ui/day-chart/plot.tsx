/** The plot of a chart by day; the only file that imports the chart library (ADR-0026). */
import { AxisBottom, AxisLeft, type TickRendererProps } from '@visx/axis'
import { GridRows } from '@visx/grid'
import { scaleLinear, scalePoint } from '@visx/scale'
import { AreaClosed, LinePath } from '@visx/shape'
import { compactNumber } from '../shown-number.ts'
import { namedDays } from './days.ts'

/** Colours by purpose; each has its own dash pattern, so that lines don't differ by colour alone. */
export const TONES = {
  spruce: { color: 'var(--spruce)', dash: undefined },
  egg: { color: 'var(--egg)', dash: '5 4' },
  moss: { color: 'var(--moss)', dash: '2 3' },
} as const
export type Tone = keyof typeof TONES

export interface Series {
  readonly name: string
  readonly tone: Tone
  /** One a day. */
  readonly values: readonly number[]
}

export const PLOT = { height: 208, left: 40, right: 24, top: 12, bottom: 28 } as const
const PX_A_DATE = 84
const ROWS = 4
const HIGHEST_AT_LEAST = 4

interface Props {
  dates: readonly string[]
  series: readonly Series[]
  nameOf: (date: string) => string
  width: number
  /** The hovered or selected day. */
  day: number | null
}

export function Plot({ dates, series, nameOf, width, day }: Props) {
  const { height, left, right, top, bottom } = PLOT
  const inner = Math.max(0, width - left - right)
  const x = scalePoint({ domain: [...dates], range: [left, left + inner] })
  const highest = Math.max(HIGHEST_AT_LEAST, ...series.flatMap(({ values }) => values))
  const y = scaleLinear({ domain: [0, highest], range: [height - bottom, top], nice: ROWS })
  const rows = y.ticks(ROWS).filter(Number.isInteger)
  const at = (index: number) => x(dates[index] ?? '') ?? left
  const here = day === null ? undefined : dates[day]

  return (
    <svg width={width} height={height} aria-hidden="true" className="block">
      <GridRows scale={y} left={left} width={inner} tickValues={rows} stroke="var(--line)" strokeWidth={1} />
      <AxisLeft
        scale={y}
        left={left}
        tickValues={rows}
        tickFormat={(value) => compactNumber(Number(value))}
        hideAxisLine
        hideTicks
        tickComponent={RowName}
      />
      <AxisBottom
        scale={x}
        top={height - bottom}
        tickValues={namedDays(dates, Math.max(2, Math.floor(inner / PX_A_DATE)))}
        tickFormat={nameOf}
        hideTicks
        stroke="var(--line-strong)"
        tickComponent={DayName}
      />
      {series.map(({ name, tone, values }) => (
        <g key={name}>
          {series.length === 1 && (
            <AreaClosed
              data={[...values]}
              x={(_, index) => at(index)}
              y={(value) => y(value)}
              yScale={y}
              fill={TONES[tone].color}
              fillOpacity={0.1}
            />
          )}
          <LinePath
            data={[...values]}
            x={(_, index) => at(index)}
            y={(value) => y(value)}
            stroke={TONES[tone].color}
            strokeWidth={2}
            strokeLinejoin="round"
            strokeLinecap="round"
            strokeDasharray={TONES[tone].dash}
          />
        </g>
      ))}
      {here !== undefined && day !== null && (
        <>
          <line
            x1={at(day)}
            x2={at(day)}
            y1={top}
            y2={height - bottom}
            stroke="var(--line-strong)"
            strokeWidth={1}
          />
          {series.map(({ name, tone, values }) => (
            <circle
              key={name}
              cx={at(day)}
              cy={y(values[day] ?? 0)}
              r={4.5}
              fill={TONES[tone].color}
              stroke="var(--surface)"
              strokeWidth={2}
            />
          ))}
        </>
      )}
    </svg>
  )
}

function RowName({ x, y, formattedValue }: TickRendererProps) {
  return (
    <text x={x - 6} y={y} dy="0.32em" textAnchor="end" fontSize={11} fill="var(--ink-3)" className="tabular">
      {formattedValue}
    </text>
  )
}

function DayName({ x, y, formattedValue }: TickRendererProps) {
  return (
    <text x={x} y={y + 4} textAnchor="middle" fontSize={11} fill="var(--ink-3)">
      {formattedValue}
    </text>
  )
}
