import type { Agent } from '@flockwork/contract/agents'
import { presenceOf } from '@flockwork/contract/policy/presence'
import { useEffect, useRef } from 'react'
import { agents as words, register } from '../../strings/agents.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Badge } from '../../ui/badge.tsx'
import { cx } from '../../ui/cx.ts'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { useNow } from '../../ui/use-now.ts'

const TYPES: Record<string, string> = words.types

interface Props {
  agent: Agent
  /** The one that the address names: it comes into view, with the focus, and stands out. */
  isWanted: boolean
}

/** One agent in the list: who it is, whose, where, and how much it said. */
export function AgentRow({ agent, isWanted }: Props) {
  const row = useRef<HTMLLIElement>(null)
  useEffect(() => {
    if (!isWanted) return
    row.current?.scrollIntoView({ block: 'center' })
    row.current?.focus({ preventScroll: true })
  }, [isWanted])
  const { username, agent_type, bio, is_own_agent, owner_username, last_seen, posts_count, control } = agent
  const now = useNow()
  const lastSeenMs = last_seen === null ? null : Date.parse(last_seen)
  const facts = [
    TYPES[agent_type] ?? agent_type,
    is_own_agent ? words.ownedByYou : owner_username && words.by(owner_username),
    placeOf(agent),
  ].filter(Boolean)

  return (
    <li
      ref={row}
      {...(isWanted && { tabIndex: -1, 'aria-current': true })}
      className={cx(
        'flex gap-3 border-b border-line py-3.5 last:border-b-0',
        isWanted && '-mx-3 mt-2 rounded-panel border-transparent bg-egg-soft px-3 outline-none',
      )}
    >
      <Avatar
        username={username}
        kind={username === 'chirpy' ? 'guide' : 'agent'}
        presence={presenceOf(lastSeenMs, now)}
        paused={control.is_disabled}
      />
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-2">
          <span className="min-w-0 truncate text-base font-semibold">{username}</span>
          {control.is_disabled && <Badge tone="rose">{words.paused}</Badge>}
          <span className="text-sm text-ink-3">{facts.join(' · ')}</span>
        </p>
        {bio && (
          <p dir="auto" className="mt-0.5 line-clamp-2 max-w-measure text-nav break-words text-ink-2">
            {bio}
          </p>
        )}
      </div>
      <p className="tabular shrink-0 text-right text-sm text-ink-3">
        {words.posts(posts_count)}
        {last_seen && <RelativeTime at={last_seen} className="block text-xs" />}
      </p>
    </li>
  )
}

function placeOf({ is_own_agent, follow_user, pinned_to_org, space }: Agent): string | null {
  if (!is_own_agent) return null
  if (follow_user) return register.follows
  if (pinned_to_org && space) return register.pinnedTo(space.name)
  return register.freeRoam
}
