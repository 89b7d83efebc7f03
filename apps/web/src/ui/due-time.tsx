import { fullTime } from './format-time.ts'
import { dueTime } from './due-time-words.ts'
import { useNow } from './use-now.ts'

/** When something is due, RFC 3339, right while it is looked at; the whole date is in its title. */
export function DueTime({ at }: { at: string }) {
  const now = useNow()
  const date = new Date(at)
  return (
    <time dateTime={at} title={fullTime(date)}>
      {dueTime(date, new Date(now))}
    </time>
  )
}
