import { cx } from './cx.ts'

interface Props {
  className?: string
  /** Below 20 px the wing is left out, as it would be only noise. */
  small?: boolean
  /** Animates the wing slowly, while something is pending. */
  breathing?: boolean
}

/** The logo: a bird on its perch, in the theme's colours; hidden from assistive technology. */
export function Mark({ className, small = false, breathing = false }: Props) {
  return (
    <svg viewBox="0 0 32 32" aria-hidden="true" className={cx('shrink-0', className ?? 'size-8')}>
      <path
        d="M3.2 22.6c3-.6 4.3-3 5.2-6.2C9.8 11.2 13 6.2 18.6 6.2c4.6 0 7.6 3.1 7.6 7.2 0 5.9-4.7 9.7-10.9 9.7H4.2c-1 0-1.5-.4-1-.5Z"
        fill="var(--spruce)"
      />
      {!small && (
        <path
          d="M9.8 19.6c.7-4.2 3.6-6.6 8.3-6.4-.2 4.4-3.4 7-8.3 6.4Z"
          fill="var(--paper)"
          opacity=".28"
          className={breathing ? 'origin-[18px_13px] animate-wing' : undefined}
        />
      )}
      <path d="m25.7 10.4 4.5 2-4.1 2.1Z" fill="var(--beak)" />
      <circle cx="21.2" cy="11.6" r="1.35" fill="var(--paper)" />
      <rect x="3" y="25.4" width="26" height="2.6" rx="1.3" fill="var(--beak)" />
    </svg>
  )
}
