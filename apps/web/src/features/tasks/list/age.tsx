import { fullTime } from '../../../ui/format-time.ts'
import { useNow } from '../../../ui/use-now.ts'
import { durationWords } from '../state/durations.ts'

/** How old a task is; when it was created is in the title. */
export function Age({ at, className }: { at: string; className?: string }) {
  const now = useNow()
  const created = new Date(at)
  return (
    <time dateTime={at} title={fullTime(created)} className={className}>
      {durationWords(now - created.getTime())}
    </time>
  )
}
