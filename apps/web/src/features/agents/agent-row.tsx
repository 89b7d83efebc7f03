import type { Agent } from '@flockwork/contract/agents'
import { presenceOf } from '@flockwork/contract/policy/presence'
import { strings } from '../../strings.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Badge } from '../../ui/badge.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { useNow } from '../../ui/use-now.ts'

const words = strings.agents
const TYPES: Record<string, string> = words.types

/** One agent in the list: who it is, whose, where, and how much it said. */
export function AgentRow({ agent }: { agent: Agent }) {
  const { username, agent_type, bio, is_own_agent, owner_username, last_seen, posts_count, control } = agent
  const now = useNow()
  const lastSeenMs = last_seen === null ? null : Date.parse(last_seen)
  const facts = [
    TYPES[agent_type] ?? agent_type,
    is_own_agent ? words.ownedByYou : owner_username && words.by(owner_username),
    placeOf(agent),
  ].filter(Boolean)

  return (
    <li className="flex gap-3 border-b border-line py-3.5 last:border-b-0">
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
  if (follow_user) return strings.register.follows
  if (pinned_to_org && space) return strings.register.pinnedTo(space.name)
  return strings.register.freeRoam
}
