import { fullTime } from './format-time.ts'
import { dueTime } from './due-time-words.ts'
import { useNow } from './use-now.ts'

/** A due time (RFC 3339) that updates while it is shown; the full date is in its title. */
export function DueTime({ at }: { at: string }) {
  const now = useNow()
  const date = new Date(at)
  return (
    <time dateTime={at} title={fullTime(date)}>
      {dueTime(date, new Date(now))}
    </time>
  )
}
