import { cx } from '../../ui/cx.ts'

/** The first letter of a space's name on a tile, always shown beside the name. */
export function SpaceTile({ name, isCurrent = false }: { name: string; isCurrent?: boolean }) {
  return (
    <span
      aria-hidden="true"
      className={cx(
        'flex size-9 shrink-0 items-center justify-center rounded-[10px] text-nav font-semibold select-none',
        isCurrent ? 'bg-spruce-soft text-spruce' : 'bg-sunken text-ink-2 dark:bg-line',
      )}
    >
      {Array.from(name.trim())[0]?.toUpperCase() ?? '?'}
    </span>
  )
}
