import { strings } from '../strings.ts'
import { Mark } from './mark.tsx'

/** The logo with the name. `md` for the header, `lg` for the login screen. */
export function Wordmark({ size = 'md' }: { size?: 'md' | 'lg' }) {
  return (
    <span className="inline-flex items-center gap-2">
      <Mark className={size === 'lg' ? 'size-8' : 'size-7'} />
      <span
        className={
          size === 'lg'
            ? 'font-display text-xl font-semibold tracking-display'
            : 'font-display text-title font-semibold tracking-display'
        }
      >
        {strings.product}
      </span>
    </span>
  )
}
