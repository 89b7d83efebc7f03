import type { Message } from '@flockwork/contract/messages'
import { Check, Copy, CornerDownRight, Link, ListPlus, Pencil, Reply, Trash2, Waypoints } from 'lucide-react'
import { useLayoutEffect, useRef } from 'react'
import type { ReactNode, RefObject } from 'react'
import { strings } from '../../../strings.ts'
import { messageMenu } from '../../../strings/message-menu.ts'
import { IconButton } from '../../../ui/icon-button.tsx'
import { useCopy } from '../../../ui/use-copy.ts'
import { useWhyNoReplies, type WhyNot } from '../channels/use-channels.ts'
import { useFeedActions, useFeedFacts } from '../context/feed-context.ts'
import { useRights } from '../context/use-rights.ts'
import { FixedReactions } from '../reactions/fixed-reactions.tsx'
import { messageLink } from './message-link.ts'
import { makeTask, mayMakeTask } from './make-task.ts'
import { mayAskWhy } from '../loops/may-ask-why.ts'

const words = { ...strings.messages, ...messageMenu }
/** How far it is above its row. */
const LIFT_PX = 14
const EDGE_PX = 4

/** The actions of a message, at its top right while it is hovered or has the keyboard focus. */
export function MessageToolbar({ message }: { message: Message }) {
  const actions = useFeedActions()
  const { replyingTo } = useFeedFacts()
  const whyNoReplies = useWhyNoReplies(message)
  const { mayEdit, mayDelete } = useRights(message)
  const isReplying = replyingTo === message.id
  const bar = usePlaceInPane()
  return (
    <div
      ref={bar}
      role="toolbar"
      aria-label={words.actions(message.username)}
      className="absolute right-4 z-10 flex max-w-[calc(100%-2rem)] animate-pop-in flex-wrap justify-end gap-0.5 rounded-control bg-raised p-0.5 shadow-2 md:right-6"
    >
      <FixedReactions message={message} size="sm" tabIndex={-1} />
      <span aria-hidden="true" className="mx-0.5 w-px self-stretch bg-line" />
      <Action
        label={isReplying ? words.cancelReply : words.reply}
        keys="r"
        icon={<Reply size={16} />}
        whyNot={isReplying ? null : whyNoReplies}
        onClick={() => actions.reply(message)}
      />
      <Action
        label={words.replyInComposer}
        icon={<CornerDownRight size={16} />}
        whyNot={whyNoReplies}
        onClick={() => actions.replyInComposer(message)}
      />
      <CopyAction label={words.copyText} icon={<Copy size={15} />} text={message.content} />
      <CopyId id={message.short_id} />
      {message.metadata.demo !== true && (
        <CopyAction label={words.copyLink} icon={<Link size={15} />} text={messageLink(message.id)} />
      )}
      {mayAskWhy(message) && (
        <Action
          label={words.why}
          icon={<Waypoints size={15} />}
          onClick={() => actions.open('cause', message)}
        />
      )}
      {mayMakeTask(message) && (
        <Action label={words.makeTask} icon={<ListPlus size={16} />} onClick={() => makeTask(message)} />
      )}
      {mayEdit && (
        <Action
          label={words.editText}
          keys="e"
          icon={<Pencil size={15} />}
          onClick={() => actions.startEdit(message)}
        />
      )}
      {mayDelete && (
        <Action
          label={words.deleteMessage}
          icon={<Trash2 size={15} />}
          onClick={() => actions.open('delete', message)}
        />
      )}
    </div>
  )
}

/** The short id as people and agents see and type it. */
function CopyId({ id }: { id: string }) {
  const { copied, copy } = useCopy()
  const label = copied ? strings.ui.copied : words.copyId(id)
  return (
    <button
      type="button"
      tabIndex={-1}
      aria-label={label}
      data-tip={label}
      onClick={() => void copy(id)}
      className="h-7 rounded-chip px-1.5 font-mono text-2xs text-ink-2 hover:bg-sunken hover:text-ink dark:hover:bg-line"
    >
      {id}
    </button>
  )
}

interface ActionProps {
  label: string
  keys?: string
  icon: ReactNode
  /** Why it is disabled; the keyboard still reaches it, for the reason. */
  whyNot?: WhyNot | null
  onClick: () => void
}

function Action({ whyNot = null, onClick, ...props }: ActionProps) {
  if (whyNot === null) return <IconButton size="sm" tabIndex={-1} onClick={onClick} {...props} />
  const reason = `${whyNot.title}. ${whyNot.text}`
  return (
    <IconButton
      size="sm"
      tabIndex={-1}
      {...props}
      aria-disabled
      aria-description={reason}
      data-tip={reason}
    />
  )
}

function CopyAction({ text, label, icon }: { text: string; label: string; icon: ReactNode }) {
  const { copied, copy } = useCopy()
  return (
    <Action
      label={copied ? strings.ui.copied : label}
      icon={copied ? <Check size={16} className="text-moss" /> : icon}
      onClick={() => void copy(text)}
    />
  )
}

/** At the top of the pane it is inside its row: above, it would be covered by what overlays the feed. */
function usePlaceInPane(): RefObject<HTMLDivElement | null> {
  const bar = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const element = bar.current
    const row = element?.parentElement
    const pane = element?.closest('[data-feed]')
    if (!element || !row || !pane) return
    const place = () => {
      const top = pane.getBoundingClientRect().top + EDGE_PX - row.getBoundingClientRect().top
      element.style.top = `${Math.max(-LIFT_PX, top)}px`
    }
    place()
    pane.addEventListener('scroll', place, { passive: true })
    return () => pane.removeEventListener('scroll', place)
  }, [])
  return bar
}
