import { Clock } from 'lucide-react'
import { memo } from 'react'
import { strings } from '../../../strings.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import { cx } from '../../../ui/cx.ts'
import { useFeedActions } from '../context/feed-context.ts'
import { rowBeside } from '../context/row-elements.ts'
import { MessageBody } from '../markdown/message-body.tsx'
import type { PendingSend } from '../state/pending.ts'

const words = strings.messages

interface Props {
  send: PendingSend
  isGrouped: boolean
  isActive: boolean
  viewerName: string
  /** The handles that the text may mention: only the server knows which it does. */
  handles: ReadonlySet<string>
  /** Whether Edit is offered if it failed. */
  canEdit?: boolean
  /** Below its root, smaller. */
  isReply?: boolean
}

/** One's own message that the server doesn't have yet: being sent, queued, or failed. */
export const PendingRow = memo(function PendingRow(props: Props) {
  const { send, isGrouped, isActive, viewerName, handles, canEdit = true, isReply = false } = props
  const id = send.clientId
  return (
    <article
      data-stop={id}
      tabIndex={isActive ? 0 : -1}
      aria-labelledby={`who-${id} text-${id}`}
      aria-busy={send.status === 'sending'}
      className={cx(
        'focus-inset relative flex gap-3 pe-4 md:pe-6',
        isReply ? 'rounded-control py-1 ps-2' : cx('ps-4 md:ps-6', isGrouped ? 'py-0.5' : 'pt-2 pb-1'),
      )}
    >
      <div className={cx('flex shrink-0', isReply ? 'w-7 pt-0.5' : 'w-9')}>
        {!isGrouped && <Avatar username={viewerName} kind="person" size={isReply ? 28 : 36} />}
      </div>
      <div className="min-w-0 flex-1">
        <div id={`who-${id}`} className={isGrouped ? 'sr-only' : 'flex items-baseline gap-2'}>
          <span className="font-semibold text-ink-3">{viewerName}</span>
        </div>
        {send.parentId !== null && !isReply && <p className="text-xs text-ink-3">{words.replyInThread}</p>}
        <div className="flex items-baseline gap-2">
          <MessageBody id={`text-${id}`} text={send.content} handles={handles} isMuted />
          {send.status !== 'failed' && <Waiting isQueued={send.status === 'queued'} />}
        </div>
        {send.status === 'failed' && <Failed send={send} canEdit={canEdit} />}
      </div>
    </article>
  )
})

function Waiting({ isQueued }: { isQueued: boolean }) {
  const label = isQueued ? words.queued : words.sending
  return (
    <span data-tip={label} className="relative top-0.5 inline-flex text-ink-3">
      <Clock size={13} aria-hidden="true" />
      <span className="sr-only">{label}</span>
    </span>
  )
}

function Failed({ send, canEdit }: { send: PendingSend; canEdit: boolean }) {
  const actions = useFeedActions()
  const { clientId } = send
  return (
    <div className="mt-0.5 text-sm text-rose">
      <span className="break-words">{[words.notSent, send.problem].join(' ').trimEnd()}</span>{' '}
      <TextButton onClick={() => actions.retry(clientId)}>{words.retry}</TextButton>
      {' · '}
      {canEdit && (
        <>
          <TextButton onClick={() => actions.edit(send)}>{words.edit}</TextButton>
          {' · '}
        </>
      )}
      <TextButton
        onClick={() => {
          const next = rowBeside(clientId)
          actions.discard(clientId)
          next?.focus()
        }}
      >
        {words.delete}
      </TextButton>
    </div>
  )
}

function TextButton({ onClick, children }: { onClick: () => void; children: string }) {
  return (
    <button
      type="button"
      onClick={onClick}
      className="relative rounded-[4px] font-semibold underline underline-offset-2 touch:hit-area"
    >
      {children}
    </button>
  )
}
