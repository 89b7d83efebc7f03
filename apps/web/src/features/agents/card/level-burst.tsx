const FEATHERS = [0, 45, 90, 135, 180, 225, 270, 315]

/** An animation of eight feathers that fly off once. Decorative: the level-up is announced separately. */
export function LevelBurst() {
  return (
    <span
      aria-hidden="true"
      data-burst
      className="pointer-events-none absolute inset-0 flex items-center justify-center"
    >
      {FEATHERS.map((degrees) => (
        <span key={degrees} className="absolute" style={{ rotate: `${degrees}deg` }}>
          <svg viewBox="0 0 8 16" width="8" height="16" className="animate-feather fill-beak">
            <path d="M4 0c3 3.5 3.5 8 .6 11.5V16h-1.200v-4.5C.5 8 1 3.5 4 0Z" />
          </svg>
        </span>
      ))}
    </span>
  )
}
