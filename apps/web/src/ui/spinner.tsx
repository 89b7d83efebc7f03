import { cx } from './cx.ts'

/** A small spinner in the colour of the text. Not announced: its button is `aria-busy`. */
export function Spinner({ className }: { className?: string | undefined }) {
  return (
    <svg viewBox="0 0 16 16" fill="none" aria-hidden="true" className={cx('size-4 animate-turn', className)}>
      <circle cx="8" cy="8" r="6.2" stroke="currentColor" strokeWidth="1.9" opacity=".25" />
      <path d="M8 1.8A6.2 6.2 0 0 1 14.2 8" stroke="currentColor" strokeWidth="1.9" strokeLinecap="round" />
    </svg>
  )
}
