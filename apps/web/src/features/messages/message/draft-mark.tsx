import type { Message } from '@flockwork/contract/messages'
import { Pencil } from 'lucide-react'
import { strings } from '../../../strings.ts'
import { useFeedActions } from '../context/feed-context.ts'

const words = strings.messages

/** Marks a message whose reply has a draft. Opens its reply box. */
export function DraftMark({ message }: { message: Message }) {
  const actions = useFeedActions()
  return (
    <button
      type="button"
      tabIndex={-1}
      data-tip={words.hasDraft}
      onClick={() => actions.reply(message)}
      className="relative -ms-1.5 mt-0.5 inline-flex items-center gap-1.5 rounded-chip px-1.5 py-1 text-xs font-medium text-ember hover:bg-sunken touch:hit-area dark:hover:bg-line"
    >
      <Pencil size={13} aria-hidden="true" />
      {words.draft}
    </button>
  )
}
