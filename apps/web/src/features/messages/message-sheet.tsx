import type { Message } from '@flockwork/contract/messages'
import { Copy, Hash, Link, Reply } from 'lucide-react'
import type { ReactNode } from 'react'
import { strings } from '../../strings.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { useCopy } from '../../ui/use-copy.ts'
import { messageLink } from './message-link.ts'

const words = strings.messages

interface Props {
  /** Null: closed. */
  message: Message | null
  onClose: () => void
  onReply: (message: Message) => void
}

/** What can be done with a message, for a finger that rests on it. */
export function MessageSheet({ message, onClose, onReply }: Props) {
  const { copy } = useCopy()

  function choose(act: () => void) {
    onClose()
    act()
  }

  return (
    <Dialog
      open={message !== null}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      size="sm"
      phone="sheet"
      title={message ? words.actions(message.username) : ''}
    >
      {message && (
        <div className="-mx-2 flex flex-col pb-safe">
          <SheetRow icon={<Reply size={18} />} onClick={() => choose(() => onReply(message))}>
            {words.reply}
          </SheetRow>
          <SheetRow icon={<Copy size={17} />} onClick={() => choose(() => void copy(message.content))}>
            {words.copyText}
          </SheetRow>
          <SheetRow
            icon={<Link size={17} />}
            onClick={() => choose(() => void copy(messageLink(message.id)))}
          >
            {words.copyLink}
          </SheetRow>
          <SheetRow icon={<Hash size={17} />} onClick={() => choose(() => void copy(message.short_id))}>
            {words.copyId(message.short_id)}
          </SheetRow>
        </div>
      )}
    </Dialog>
  )
}

function SheetRow({
  icon,
  onClick,
  children,
}: {
  icon: ReactNode
  onClick: () => void
  children: ReactNode
}) {
  return (
    <button
      type="button"
      onClick={onClick}
      className="flex min-h-11 items-center gap-3 rounded-control px-2 text-start text-base hover:bg-sunken dark:hover:bg-line"
    >
      <span className="flex w-5 justify-center text-ink-2">{icon}</span>
      {children}
    </button>
  )
}
