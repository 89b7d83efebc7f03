import { encode } from 'uqr'

/** The quiet zone that scanners need, in modules. */
const BORDER = 4

interface Props {
  text: string
  /** The accessible name. */
  label: string
  className?: string
}

/** A QR code: dark on light in both themes, since many scanners don't read inverted ones. */
export function QrCode({ text, label, className }: Props) {
  const { data, size } = encode(text, { ecc: 'M', border: BORDER })
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className={className}
    >
      <rect width={size} height={size} fill="#ffffff" />
      <path d={pathOf(data)} fill="#101715" />
    </svg>
  )
}

/** Each run of dark modules in a row is one rectangle. */
function pathOf(rows: readonly (readonly boolean[])[]): string {
  const runs: string[] = []
  for (const [y, row] of rows.entries()) {
    let from = -1
    for (let x = 0; x <= row.length; x += 1) {
      const isDark = row[x] === true
      if (isDark && from < 0) from = x
      if (isDark || from < 0) continue
      runs.push(`M${from} ${y}h${x - from}v1h${from - x}z`)
      from = -1
    }
  }
  return runs.join('')
}
