export interface Perch {
  /** The point where its feet touch the branch, in the scene's units. */
  x: number
  y: number
  /** The slope of the branch there, in degrees. */
  tilt?: number
}

interface Props {
  perch: Perch
  /** 1 is the size of the logo at 32 by 32. */
  scale: number
  facing?: 'left' | 'right'
  color: string
  wing?: string
  beak?: string
  /** Sleeps at night: its eye is closed in the dark theme. */
  sleeper?: boolean
}

// The middle of the body's flat underside in the logo.
const FEET = { x: 10, y: 22.9 }

/** A bird in the logo's shape. Colours are names of the scene's CSS variables. */
export function Bird({
  perch,
  scale,
  facing = 'right',
  color,
  wing,
  beak = 'var(--scene-small-beak)',
  sleeper = false,
}: Props) {
  const flip = facing === 'left' ? -1 : 1
  const place = `translate(${perch.x} ${perch.y}) rotate(${perch.tilt ?? 0}) scale(${flip * scale} ${scale}) translate(${-FEET.x} ${-FEET.y})`
  return (
    <g transform={place}>
      <path d="m25.4 10.2 5 2.3-4.7 2.3Z" fill={beak} />
      <path
        d="M3.2 22.6c3-.6 4.3-3 5.2-6.2C9.8 11.2 13 6.2 18.6 6.2c4.6 0 7.6 3.1 7.6 7.2 0 5.9-4.7 9.7-10.9 9.7H4.2c-1 0-1.5-.4-1-.5Z"
        fill={color}
      />
      {wing && <path d="M9.4 19.8c.7-4.4 3.8-6.9 8.7-6.7-.2 4.6-3.6 7.3-8.7 6.7Z" fill={wing} />}
      <circle
        cx="21.2"
        cy="11.8"
        r="1.4"
        fill="var(--scene-eye)"
        className={sleeper ? 'dark:hidden' : undefined}
      />
      {sleeper && (
        <path
          d="M19.7 11.7c.5 1.2 2.5 1.2 3 0"
          fill="none"
          stroke="var(--scene-eye)"
          strokeWidth="0.9"
          strokeLinecap="round"
          className="hidden dark:block"
        />
      )}
    </g>
  )
}

interface LeafProps {
  x: number
  y: number
  scale?: number
  turn?: number
  color?: string
}

/** A leaf whose stem is at `x`, `y`. */
export function Leaf({ x, y, scale = 1, turn = 0, color = 'var(--scene-leaf)' }: LeafProps) {
  return (
    <path
      transform={`translate(${x} ${y}) rotate(${turn}) scale(${scale})`}
      d="M0 0C10-15 34-24 64-10 52 13 20 19 0 0Z"
      fill={color}
    />
  )
}
