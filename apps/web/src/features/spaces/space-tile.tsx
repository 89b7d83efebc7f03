import { cx } from '../../ui/cx.ts'

interface Props {
  name: string
  isCurrent?: boolean
  size?: 'md' | 'sm'
}

/** A tile with the first letter of a space's name, always shown next to the name. */
export function SpaceTile({ name, isCurrent = false, size = 'md' }: Props) {
  return (
    <span
      aria-hidden="true"
      className={cx(
        'flex shrink-0 items-center justify-center font-semibold select-none',
        size === 'md' ? 'size-9 rounded-[10px] text-nav' : 'size-5.5 rounded-chip text-xs',
        isCurrent ? 'bg-spruce-soft text-spruce' : 'bg-sunken text-ink-2 dark:bg-line',
      )}
    >
      {Array.from(name.trim())[0]?.toUpperCase() ?? '?'}
    </span>
  )
}
