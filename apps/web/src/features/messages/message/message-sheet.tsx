import type { Message } from '@flockwork/contract/messages'
import { sentimentOf } from '@flockwork/contract/text/sentiment'
import { Copy, Hash, Link, ListPlus, Pencil, Reply, Trash2, Waypoints } from 'lucide-react'
import type { ReactNode } from 'react'
import { messageMenu } from '../../../strings/message-menu.ts'
import { sentimentWords } from '../../../strings/sentiment.ts'
import { strings } from '../../../strings.ts'
import { cx } from '../../../ui/cx.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { useCopy } from '../../../ui/use-copy.ts'
import { useWhyNoReplies } from '../channels/use-channels.ts'
import { useFeedActions } from '../context/feed-context.ts'
import { editField } from '../context/row-elements.ts'
import { useRights } from '../context/use-rights.ts'
import { FixedReactions } from '../reactions/fixed-reactions.tsx'
import { mayAskWhy } from '../loops/may-ask-why.ts'
import { makeTask, mayMakeTask } from './make-task.ts'
import { messageLink } from './message-link.ts'

const words = { ...strings.messages, ...messageMenu }

interface Props {
  /** Null: closed. */
  message: Message | null
  onClose: () => void
}

/** The actions of a message, opened by a long press. */
export function MessageSheet({ message, onClose }: Props) {
  return (
    <Dialog
      open={message !== null}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      size="sm"
      phone="sheet"
      title={message ? words.actions(message.username) : ''}
      description={message && whoAndWhich(message)}
      returnTo={editField}
    >
      {message && <SheetActions message={message} onClose={onClose} />}
    </Dialog>
  )
}

/** What a mouse user sees on hover: the USER label, too, the short id and the sentiment. */
function whoAndWhich({ author_type, agent_owner, short_id, content }: Message): string {
  const owner = agent_owner === null ? '' : ` ${words.ownedBy(agent_owner)}`
  const who = author_type === 'agent' ? words.agent + owner : words.user
  const sentiment = sentimentOf(content)
  return [who, short_id, sentiment && sentimentWords[sentiment]].filter(Boolean).join(' · ')
}

function SheetActions({ message, onClose }: { message: Message; onClose: () => void }) {
  const actions = useFeedActions()
  const { copy } = useCopy()
  const { mayEdit, mayDelete } = useRights(message)
  const whyNoReplies = useWhyNoReplies(message)

  function choose(act: () => void) {
    onClose()
    act()
  }

  return (
    <div className="-mx-2 flex flex-col pb-safe">
      <div role="group" aria-label={words.reactions} className="mb-2 flex justify-between px-1">
        <FixedReactions message={message} size="lg" onChosen={onClose} />
      </div>
      {whyNoReplies ? (
        <p className="flex min-h-11 items-center px-2 text-base text-ink-3">
          {whyNoReplies.title}. {whyNoReplies.text}
        </p>
      ) : (
        <SheetRow icon={<Reply size={18} />} onClick={() => choose(() => actions.replyInComposer(message))}>
          {words.reply}
        </SheetRow>
      )}
      <SheetRow icon={<Copy size={17} />} onClick={() => choose(() => void copy(message.content))}>
        {words.copyText}
      </SheetRow>
      {message.metadata.demo !== true && (
        <SheetRow icon={<Link size={17} />} onClick={() => choose(() => void copy(messageLink(message.id)))}>
          {words.copyLink}
        </SheetRow>
      )}
      <SheetRow icon={<Hash size={17} />} onClick={() => choose(() => void copy(message.short_id))}>
        {words.copyId(message.short_id)}
      </SheetRow>
      {mayAskWhy(message) && (
        <SheetRow icon={<Waypoints size={17} />} onClick={() => choose(() => actions.open('cause', message))}>
          {words.why}
        </SheetRow>
      )}
      {mayMakeTask(message) && (
        <SheetRow icon={<ListPlus size={18} />} onClick={() => choose(() => makeTask(message))}>
          {words.makeTask}
        </SheetRow>
      )}
      {mayEdit && (
        <SheetRow icon={<Pencil size={17} />} onClick={() => choose(() => actions.startEdit(message))}>
          {words.editText}
        </SheetRow>
      )}
      {mayDelete && (
        <SheetRow
          icon={<Trash2 size={17} />}
          isDanger
          onClick={() => choose(() => actions.open('delete', message))}
        >
          {words.deleteMessage}
        </SheetRow>
      )}
    </div>
  )
}

interface SheetRowProps {
  icon: ReactNode
  isDanger?: boolean
  onClick: () => void
  children: ReactNode
}

function SheetRow({ icon, isDanger = false, onClick, children }: SheetRowProps) {
  return (
    <button
      type="button"
      onClick={onClick}
      className={cx(
        'flex min-h-11 items-center gap-3 rounded-control px-2 text-start text-base hover:bg-sunken dark:hover:bg-line',
        isDanger && 'text-rose',
      )}
    >
      <span className={cx('flex w-5 justify-center', !isDanger && 'text-ink-2')}>{icon}</span>
      {children}
    </button>
  )
}
