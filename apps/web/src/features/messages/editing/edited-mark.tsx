import type { Message } from '@flockwork/contract/messages'
import { strings } from '../../../strings.ts'
import { fullTime, relativeTime } from '../../../ui/format-time.ts'
import { useNow } from '../../../ui/use-now.ts'
import { useFeedActions } from '../context/feed-context.ts'
import { useMayReadVersions } from '../context/use-rights.ts'

const words = strings.messages

interface Props {
  message: Message
  /** RFC 3339. */
  at: string
}

/** When a message was edited, and by whom if not its author. Opens its history, if the viewer may read it. */
export function EditedMark({ message, at }: Props) {
  const actions = useFeedActions()
  const now = useNow()
  const mayRead = useMayReadVersions(message)
  const { username, edited_by } = message
  const date = new Date(at)
  const when = whenOf(relativeTime(date, new Date(now)))
  const isOwn = edited_by === null || edited_by === username
  const text = (
    <time dateTime={at} title={fullTime(date)}>
      {isOwn ? words.edited(when) : words.editedBy(edited_by, when)}
    </time>
  )
  if (!mayRead) return <p className="text-xs text-ink-3">{text}</p>
  return (
    <p className="text-xs text-ink-3">
      <button
        type="button"
        tabIndex={-1}
        data-tip={words.history}
        onClick={() => actions.open('history', message)}
        className="relative rounded-[4px] underline decoration-line-strong decoration-dotted underline-offset-2 hover:text-ink touch:hit-area"
      >
        {text}
      </button>
    </p>
  )
}

function whenOf(relative: string): string {
  if (relative === strings.time.now) return words.justNow
  return relative.endsWith('min') ? words.ago(relative) : relative
}
