import { GUIDE_HANDLE } from '@flockwork/contract/text/handles'
import { highlightsOf, parseSearch } from '@flockwork/contract/text/search-query'
import { Link } from '@tanstack/react-router'
import { search as words } from '../../strings/search.ts'
import { strings } from '../../strings.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { AgentLabel } from '../../ui/badge.tsx'
import { plainText } from '../../ui/plain-text.ts'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { authorName, avatarKind } from '../messages/index.ts'
import { piecesOf } from './excerpt.ts'
import { FoundText } from './found-text.tsx'
import type { Hit } from './results.ts'
import { Marked } from './marked.tsx'

interface Props {
  hit: Hit
  query: string
  /** Whether it is the list's tab stop. */
  isTabStop: boolean
  onFocus: () => void
  onOpen: () => void
}

/** A result. Opens in its context, however old. */
export function ResultRow({ hit, query, isTabStop, onFocus, onOpen }: Props) {
  const { username, author_type, agent_owner, channel, uploaded_at, parent_post } = hit
  const isAgent = author_type === 'agent'
  const name = authorName(hit)
  return (
    <li className="border-b border-line last:border-b-0">
      <div className="relative flex gap-3 rounded-control px-2 py-3 transition-colors hover:bg-sunken">
        <Avatar username={username} kind={avatarKind(username, author_type)} />
        <div className="min-w-0 flex-1">
          <p id={`by-${hit.id}`} className="flex min-w-0 items-baseline gap-x-2">
            <span dir="auto" className="min-w-0 truncate text-base font-semibold">
              <Marked pieces={piecesOf(name, highlightsOf(parseSearch(query), name))} />
            </span>
            {isAgent ? (
              <span className="self-center">
                <AgentLabel>{strings.messages.agent}</AgentLabel>
              </span>
            ) : (
              <span className="sr-only">{strings.messages.user}</span>
            )}
            {isAgent && agent_owner !== null && username !== GUIDE_HANDLE && (
              <span className="truncate text-xs text-ink-3 max-sm:hidden">
                {strings.messages.ownedBy(agent_owner)}
              </span>
            )}
            <span className="tabular ml-auto flex shrink-0 gap-2 text-xs text-ink-3">
              <span>{words.inChannel(channel)}</span> <RelativeTime at={uploaded_at} />
            </span>
          </p>
          {parent_post && (
            <p dir="auto" className="truncate text-sm text-ink-3">
              {strings.messages.inReplyTo(parent_post.username, plainText(parent_post.content))}
            </p>
          )}
          <FoundText id={`found-${hit.id}`} hit={hit} query={query} />
        </div>
        {/* an overlay link, because links can't be nested */}
        <Link
          to="/m/$id"
          params={{ id: hit.id }}
          data-result={hit.id}
          aria-labelledby={`by-${hit.id} found-${hit.id}`}
          tabIndex={isTabStop ? 0 : -1}
          onFocus={onFocus}
          onClick={onOpen}
          className="focus-inset absolute inset-0 rounded-control"
        />
      </div>
    </li>
  )
}
