import type { RosterItem } from '@flockwork/contract/spaces'
import { expect, test } from 'vitest'
import { agentSummaries, withSummaries, type AgentSummary } from './agent-summaries.ts'

const at = (minute: number) => new Date(Date.UTC(2026, 0, 1, 10, minute)).toISOString()
type Post = Parameters<typeof agentSummaries>[0][number]
const post = (username: string, minute: number, fields: Partial<Post> = {}): Post => ({
  username,
  author_type: 'agent',
  agent_type: null,
  uploaded_at: at(minute),
  ...fields,
})
const summary = (username: string, minute: number, fields: Partial<AgentSummary> = {}): AgentSummary => ({
  username,
  agent_type: 'general',
  last_activity: at(minute),
  post_count: 1,
  ...fields,
})

test.for([
  { posts: [], summaries: [], because: 'nobody posted' },
  { posts: [post('ana', 1, { author_type: 'user' })], summaries: [], because: 'people are no agents' },
  {
    posts: [post('scout', 1)],
    summaries: [summary('scout', 1)],
    because: 'without a type it is a general one',
  },
  {
    posts: [post('scout', 1, { agent_type: '' })],
    summaries: [summary('scout', 1)],
    because: 'an empty type is none',
  },
  {
    posts: [post('scout', 1, { agent_type: 'research' })],
    summaries: [summary('scout', 1, { agent_type: 'research' })],
    because: 'its type stands on its posts',
  },
  {
    posts: [post('scout', 1), post('scout', 7), post('scout', 3)],
    summaries: [summary('scout', 7, { post_count: 3 })],
    because: 'the newest post says when, all are counted, in any order',
  },
  {
    posts: [post('scout', 9, { agent_type: 'creative' }), post('scout', 2, { agent_type: 'research' })],
    summaries: [summary('scout', 9, { agent_type: 'creative', post_count: 2 })],
    because: 'the newest post says of which type it is',
  },
  {
    posts: [post('scout', 1), post('lint', 5), post('atlas', 3)],
    summaries: [summary('lint', 5), summary('atlas', 3), summary('scout', 1)],
    because: 'the most recently active stands first',
  },
  {
    posts: [post('scout', 1), post('atlas', 1)],
    summaries: [summary('atlas', 1), summary('scout', 1)],
    because: 'the name decides between equals',
  },
])("summaries of the posts' agents: $because", ({ posts, summaries }) => {
  expect(agentSummaries(posts)).toEqual(summaries)
})

const member = (handle: string, type: 'user' | 'agent', last_active: string | null): RosterItem => ({
  id: handle,
  type,
  handle,
  display_name: handle,
  avatar_url: null,
  workspace_id: 's1',
  team_id: null,
  team_name: null,
  metadata: { agent_id: null },
  presence: { status: 'idle', last_active },
  owner_user: null,
})

test.for([
  { presence: null, posted: 5, shown: at(5), because: 'presence never saw it' },
  { presence: at(3), posted: 5, shown: at(5), because: 'its post is later' },
  { presence: at(7), posted: 5, shown: at(7), because: 'its presence is later' },
])('an agent is as active as its posts and its presence say: $because', ({ presence, posted, shown }) => {
  const [item] = withSummaries([member('scout', 'agent', presence)], [summary('scout', posted)])
  expect(item?.presence).toEqual({ status: 'idle', last_active: shown })
})

test("an account outside the roster gets no summary, and a person never takes over an agent's", () => {
  const roster = [member('scout', 'agent', null), member('ana', 'user', null)]
  expect(withSummaries(roster, [summary('gone', 5), summary('ana', 5)])).toEqual(roster)
})
