const DELAYS_MS = [0, 180, 360]

/** Three pulsing dots while something is pending. */
export function WaitingDots() {
  return (
    <span aria-hidden="true" className="inline-flex items-center gap-1 self-center">
      {DELAYS_MS.map((delayMs) => (
        <span
          key={delayMs}
          style={{ animationDelay: `${delayMs}ms` }}
          className="size-1.5 animate-breathe rounded-full bg-spruce"
        />
      ))}
    </span>
  )
}
