import type { Message } from '@flockwork/contract/messages'
import { Check, Copy, CornerDownRight, Link, Reply } from 'lucide-react'
import type { ReactNode } from 'react'
import { strings } from '../../strings.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { useCopy } from '../../ui/use-copy.ts'
import { useFeedActs } from './feed-context.ts'
import { messageLink } from './message-link.ts'

const words = strings.messages

/** What can be done with a message, at its top right while it is hovered or has the keyboard. */
export function MessageToolbar({ message }: { message: Message }) {
  const acts = useFeedActs()
  return (
    <div
      role="toolbar"
      aria-label={words.actions(message.username)}
      className="absolute -top-3.5 right-4 z-10 flex animate-pop-in gap-0.5 rounded-control bg-raised p-0.5 shadow-2 md:right-6"
    >
      <Act label={words.reply} keys="r" icon={<Reply size={16} />} onClick={() => acts.reply(message)} />
      <Act
        label={words.replyInComposer}
        icon={<CornerDownRight size={16} />}
        onClick={() => acts.replyInComposer(message)}
      />
      <CopyAct label={words.copyText} icon={<Copy size={15} />} text={message.content} />
      <CopyAct label={words.copyLink} icon={<Link size={15} />} text={messageLink(message.id)} />
    </div>
  )
}

interface ActProps {
  label: string
  keys?: string
  icon: ReactNode
  onClick: () => void
}

function Act(props: ActProps) {
  return <IconButton size="sm" tabIndex={-1} {...props} />
}

function CopyAct({ text, label, icon }: { text: string; label: string; icon: ReactNode }) {
  const { copied, copy } = useCopy()
  return (
    <Act
      label={copied ? strings.ui.copied : label}
      icon={copied ? <Check size={16} className="text-moss" /> : icon}
      onClick={() => void copy(text)}
    />
  )
}
