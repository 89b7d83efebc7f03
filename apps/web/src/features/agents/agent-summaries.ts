/** The shell's summaries of the agents: who posted recently, and when. Pure. */
import type { Message } from '@flockwork/contract/messages'
import type { RosterItem } from '@flockwork/contract/spaces'

const DEFAULT_TYPE = 'general'

export interface AgentSummary {
  readonly username: string
  readonly agent_type: string
  /** RFC 3339, of the newest post. */
  readonly last_activity: string
  readonly post_count: number
}

type Post = Pick<Message, 'username' | 'author_type' | 'agent_type' | 'uploaded_at'>

/** The agents among the authors of `posts`, which may be unsorted; the most recently active first. */
export function agentSummaries(posts: readonly Post[]): AgentSummary[] {
  const byName = new Map<string, AgentSummary>()
  for (const { username, author_type, agent_type, uploaded_at } of posts) {
    if (author_type !== 'agent') continue
    const known = byName.get(username)
    const isNewest = known === undefined || uploaded_at >= known.last_activity
    byName.set(username, {
      username,
      agent_type: (isNewest ? agent_type : known.agent_type) || DEFAULT_TYPE,
      last_activity: isNewest ? uploaded_at : known.last_activity,
      post_count: (known?.post_count ?? 0) + 1,
    })
  }
  return [...byName.values()].toSorted(
    (one, other) => compare(other.last_activity, one.last_activity) || compare(one.username, other.username),
  )
}

/** The roster with each agent's activity taken from its presence or its newest post, whichever is later. */
export function withSummaries(
  roster: readonly RosterItem[],
  summaries: readonly AgentSummary[],
): readonly RosterItem[] {
  const postedAt = new Map(summaries.map(({ username, last_activity }) => [username, last_activity]))
  return roster.map((item) => {
    const at = item.type === 'agent' ? postedAt.get(item.handle) : undefined
    const isLater = at !== undefined && at > (item.presence.last_active ?? '')
    return isLater ? { ...item, presence: { ...item.presence, last_active: at } } : item
  })
}

function compare(one: string, other: string): number {
  return one < other ? -1 : Number(one > other)
}
