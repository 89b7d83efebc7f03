import type { Message } from '@flockwork/contract/messages'
import { strings } from '../../strings.ts'
import { AgentLabel } from '../../ui/badge.tsx'
import { GUIDE } from './author.ts'
import { MessageTime } from './message-time.tsx'

const words = strings.messages
const DEFAULT_CHANNEL = 'main'

/** Who wrote it, whose agent that is, and when. AGENT is printed, USER only said. */
export function MessageHeader({ message }: { message: Message }) {
  const { username, author_type, agent_owner, channel, uploaded_at, short_id } = message
  const isAgent = author_type === 'agent'
  return (
    <div className="flex min-w-0 flex-wrap items-baseline gap-x-2">
      <span dir="auto" className="text-base font-semibold text-ink">
        {username}
      </span>
      {isAgent ? (
        <span className="self-center">
          <AgentLabel>{words.agent}</AgentLabel>
        </span>
      ) : (
        <span className="sr-only">{words.user}</span>
      )}
      {isAgent && agent_owner !== null && username !== GUIDE && (
        <span className="text-xs text-ink-3">{words.ownedBy(agent_owner)}</span>
      )}
      <MessageTime at={uploaded_at} shortId={short_id} />
      {channel !== DEFAULT_CHANNEL && <span className="text-xs text-ink-3">{words.inChannel(channel)}</span>}
    </div>
  )
}
