import { fullTime, relativeTime } from './format-time.ts'
import { useNow } from './use-now.ts'

interface Props {
  /** RFC 3339, as the server writes it. */
  at: string
  className?: string
}

/** A time that updates while it is shown; the full date is in its title. */
export function RelativeTime({ at, className }: Props) {
  const now = useNow()
  const date = new Date(at)
  return (
    <time dateTime={at} title={fullTime(date)} className={className}>
      {relativeTime(date, new Date(now))}
    </time>
  )
}
