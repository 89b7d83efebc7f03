import type { ReactNode } from 'react'
import { cx } from './cx.ts'

interface Props {
  children: ReactNode
  /** `inverse` is for dark backgrounds, such as a tooltip's. */
  tone?: 'plain' | 'inverse'
}

/** A key, styled like a keycap. */
export function Kbd({ children, tone = 'plain' }: Props) {
  return (
    <kbd
      className={cx(
        'inline-flex h-5 min-w-5 items-center justify-center rounded-[5px] border px-1.5 font-mono text-2xs font-medium',
        tone === 'plain' ? 'border-line bg-surface text-ink-3 dark:bg-raised' : 'border-paper/30 text-paper',
      )}
    >
      {children}
    </kbd>
  )
}
