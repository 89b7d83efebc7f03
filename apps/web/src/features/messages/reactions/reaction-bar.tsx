import type { Message } from '@flockwork/contract/messages'
import { strings } from '../../../strings.ts'
import { cx } from '../../../ui/cx.ts'
import { useFeedActions } from '../context/feed-context.ts'
import { reactionName } from './reaction-names.ts'
import { useMayReact, useReactions } from './use-reactions.ts'

const words = strings.messages

/** The reactions under a message with their counts; pressed where the viewer reacted. */
export function ReactionBar({ message }: { message: Message }) {
  const actions = useFeedActions()
  const { reaction_counts, user_reactions } = useReactions(message)
  const mayReact = useMayReact(message)
  const counted = Object.entries(reaction_counts)
  if (counted.length === 0) return null
  return (
    <div role="group" aria-label={words.reactions} className="mt-1 mb-0.5 flex flex-wrap gap-1">
      {counted.map(([emoji, count]) => {
        const name = reactionName(emoji)
        const isOwn = user_reactions[emoji] === true
        return (
          <button
            key={emoji}
            type="button"
            tabIndex={-1}
            aria-pressed={isOwn}
            aria-label={words.reactionCount(name, count)}
            aria-disabled={!mayReact || undefined}
            data-tip={mayReact ? name : words.reactOffline}
            onClick={() => mayReact && actions.react(message, emoji)}
            className={cx(
              'tabular relative inline-flex h-7 items-center gap-1.5 rounded-full border px-2 text-xs font-medium transition-colors touch:h-8 touch:hit-area aria-disabled:opacity-60',
              isOwn
                ? 'border-spruce bg-spruce-soft text-spruce'
                : 'border-line bg-sunken text-ink-2 hover:border-line-strong dark:bg-raised',
            )}
          >
            <span className="text-[15px] leading-none">{emoji}</span>
            {count}
          </button>
        )
      })}
    </div>
  )
}
