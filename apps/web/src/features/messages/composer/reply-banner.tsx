import { PARENT_PREVIEW_CHARS } from '@flockwork/contract/limits'
import type { Message } from '@flockwork/contract/messages'
import { CornerDownRight, X } from 'lucide-react'
import { strings } from '../../../strings.ts'
import { IconButton } from '../../../ui/icon-button.tsx'
import { previewOf } from '../context/preview.ts'

const words = strings.messages

/** The message that the composer replies to. */
export function ReplyBanner({ message, onClose }: { message: Message; onClose: () => void }) {
  return (
    <div className="flex items-center gap-2.5 rounded-t-[13px] bg-ember-soft py-0.5 ps-3.5 pe-1 text-sm">
      <CornerDownRight size={15} aria-hidden="true" className="text-ember" />
      <span className="font-semibold">{message.username}</span>
      <span dir="auto" className="min-w-0 flex-1 truncate text-ink-2">
        {previewOf(message.content, PARENT_PREVIEW_CHARS)}
      </span>
      <IconButton
        size="sm"
        label={words.cancelReply}
        keys="Esc"
        icon={<X size={15} />}
        onClick={onClose}
        className="hover:bg-transparent"
      />
    </div>
  )
}
