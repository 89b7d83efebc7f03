import { clockTime, fullTime, relativeTime } from '../../../ui/format-time.ts'
import { useNow } from '../../../ui/use-now.ts'

interface Props {
  /** RFC 3339. */
  at: string
  /** After the date in the title. */
  shortId: string
}

/** When a message was sent; its title has the full date and the short id. */
export function MessageTime({ at, shortId }: Props) {
  const now = useNow()
  const date = new Date(at)
  return (
    <time
      dateTime={at}
      title={`${fullTime(date)} · ${shortId}`}
      className="text-xs whitespace-nowrap text-ink-3"
    >
      {relativeTime(date, new Date(now))}
    </time>
  )
}

/** The time of a grouped message, in place of the picture, while it is hovered. */
export function GutterTime({ at, shortId }: Props) {
  const date = new Date(at)
  return (
    <time
      dateTime={at}
      title={`${fullTime(date)} · ${shortId}`}
      className="text-2xs leading-[23px] text-ink-3"
    >
      {clockTime(date)}
    </time>
  )
}
