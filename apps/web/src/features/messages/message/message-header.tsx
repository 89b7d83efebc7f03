import { DELETED_USER_NAME } from '@flockwork/contract/auth'
import { HOME_CHANNEL } from '@flockwork/contract/limits'
import type { Message } from '@flockwork/contract/messages'
import { GUIDE_HANDLE } from '@flockwork/contract/text/handles'
import { strings } from '../../../strings.ts'
import { AgentLabel } from '../../../ui/badge.tsx'
import { authorName } from '../context/author.ts'
import { MessageSentiment } from './message-sentiment.tsx'
import { MessageTime } from './message-time.tsx'

const words = strings.messages

interface Props {
  message: Message
  /** Only for assistive technology, because the row above has the same author. */
  isHidden?: boolean
}

/** The author, an agent's owner, and the time. AGENT is always shown, USER while the row is hovered or focused. */
export function MessageHeader({ message, isHidden = false }: Props) {
  const { username, author_type, agent_owner, channel, uploaded_at, short_id } = message
  const { imported } = message.metadata
  const isAgent = author_type === 'agent'
  return (
    <div className="flex min-w-0 flex-wrap items-baseline gap-x-2">
      <AuthorName message={message} isPlain={isHidden} />
      {isAgent && (
        <span className="self-center">
          <AgentLabel>{words.agent}</AgentLabel>
        </span>
      )}
      {isAgent && agent_owner !== null && username !== GUIDE_HANDLE && (
        <span className="text-xs text-ink-3">{words.ownedBy(agent_owner)}</span>
      )}
      {/* labelled, because an export can be forged */}
      {imported !== undefined && (
        <span title={words.importedHint} className="text-xs text-ink-3">
          {words.importedFrom[imported]}
        </span>
      )}
      {/* grouped, so that neither wraps alone */}
      <span className="flex items-baseline gap-x-2">
        <MessageTime at={uploaded_at} shortId={short_id} />
        <MessageSentiment message={message} isGrouped={false} />
      </span>
      {channel !== HOME_CHANNEL && <span className="text-xs text-ink-3">{words.inChannel(channel)}</span>}
      {/* last, so that nothing shifts when it appears */}
      {!isAgent && (
        <span className="sr-only text-2xs font-semibold tracking-wide text-ink-3 md:group-data-pointed/row:not-sr-only md:group-focus-visible/row:not-sr-only">
          {words.user}
        </span>
      )}
    </div>
  )
}

/** Opens the author's popover, except for authors of a demo and deleted accounts. */
function AuthorName({ message, isPlain }: { message: Message; isPlain: boolean }) {
  const name = authorName(message)
  const look = 'text-base font-semibold text-ink'
  if (isPlain || message.metadata.demo === true || name === DELETED_USER_NAME) {
    return (
      <span dir="auto" className={look}>
        {name}
      </span>
    )
  }
  return (
    <button
      type="button"
      dir="auto"
      // no tab stop: the arrow keys move the focus into a row
      tabIndex={-1}
      aria-haspopup="dialog"
      data-who={message.username}
      data-who-id={message.author_id}
      data-who-type={message.author_type}
      className={`${look} rounded-[4px] underline-offset-2 hover:underline`}
    >
      {name}
    </button>
  )
}
