import type { Message } from '@flockwork/contract/messages'
import { FIXED_REACTIONS } from '@flockwork/contract/text/reactions'
import { SmilePlus } from 'lucide-react'
import { strings } from '../../../strings.ts'
import { IconButton, type IconButtonSize } from '../../../ui/icon-button.tsx'
import { useFeedActions } from '../context/feed-context.ts'
import { useMayReact, useReactions } from './use-reactions.ts'

interface Props {
  message: Message
  size: IconButtonSize
  /** In a toolbar the arrow keys go from button to button. */
  tabIndex?: number
  onChosen?: () => void
}

/** The five reactions that are always offered, and a button for all others. */
export function FixedReactions({ message, size, tabIndex = 0, onChosen }: Props) {
  const actions = useFeedActions()
  const { user_reactions } = useReactions(message)
  const mayReact = useMayReact(message)
  const isLarge = size !== 'sm'
  // aria-disabled, because a button that has the focus must keep it when the network goes
  const off = mayReact ? {} : ({ 'aria-disabled': true, 'data-tip': strings.messages.reactOffline } as const)

  function choose(act: () => void) {
    if (!mayReact) return
    onChosen?.()
    act()
  }

  return (
    <>
      {FIXED_REACTIONS.map(({ emoji, label }) => (
        <IconButton
          key={emoji}
          size={size}
          tabIndex={tabIndex}
          label={label}
          aria-pressed={user_reactions[emoji] === true}
          icon={
            <span className={isLarge ? 'text-[24px] leading-none' : 'text-[15px] leading-none'}>{emoji}</span>
          }
          onClick={() => choose(() => actions.react(message, emoji))}
          {...off}
        />
      ))}
      <IconButton
        size={size}
        tabIndex={tabIndex}
        label={strings.messages.react}
        keys={isLarge ? undefined : '+'}
        icon={<SmilePlus size={isLarge ? 22 : 16} />}
        onClick={() => choose(() => actions.openPicker(message))}
        {...off}
      />
    </>
  )
}
