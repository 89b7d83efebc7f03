import { ChevronDown } from 'lucide-react'
import type { ComponentProps } from 'react'
import { cx } from './cx.ts'

interface Props extends Omit<ComponentProps<'select'>, 'onChange' | 'className'> {
  value: string
  onValueChange: (value: string) => void
  choices: readonly { value: string; label: string }[]
  /** Matches a search box next to it in height and text size. */
  isFilter?: boolean
}

/** A native select, so that phones show their own picker. */
export function Select({ value, onValueChange, choices, isFilter, ...rest }: Props) {
  return (
    <div className="relative">
      <select
        {...rest}
        value={value}
        onChange={(event) => onValueChange(event.target.value)}
        className={cx(
          'h-9 w-full appearance-none rounded-control border border-line-strong bg-paper pr-9 pl-3 text-[1rem] text-ink transition-colors hover:border-ink-3 aria-invalid:border-rose disabled:border-line disabled:bg-sunken disabled:text-ink-3 md:text-base touch:h-10',
          isFilter === true && 'h-8! text-sm! touch:h-10! touch:text-[1rem]!',
        )}
      >
        {choices.map(({ value: of, label }) => (
          <option key={of} value={of}>
            {label}
          </option>
        ))}
      </select>
      <ChevronDown
        size={16}
        aria-hidden="true"
        className="pointer-events-none absolute top-1/2 right-3 -translate-y-1/2 text-ink-3"
      />
    </div>
  )
}
