/** The fake server's responses about the messages of its world: pages of history, search, topics. */
import { BOOTSTRAP_POSTS } from '@flockwork/contract/limits'
import type { Message, messageRoutes } from '@flockwork/contract/messages'
import type { Body, Query } from '@flockwork/contract/route'
import type { SearchHit, TopicCount, searchRoutes } from '@flockwork/contract/search'
import { highlightsOf, matchesSearch, parseSearch } from '@flockwork/contract/text/search-query'
import { DAY, HOUR, ago, type World } from './world.ts'

/** Messages without a space are of the current one. */
export function postsOf({ posts, me }: World): Message[] {
  return posts.map((post) => ({ ...post, space_id: post.space_id || (me?.current_org_id ?? '') }))
}

/** The newest messages of the current space, with which a stream starts. */
export function newestPosts(world: World): Message[] {
  return postsOf(world)
    .filter(({ space_id }) => space_id === world.me?.current_org_id)
    .slice(-BOOTSTRAP_POSTS)
}

/** A page of history. Its cursors are indexes in the list of all matching messages. */
export function historyOf(world: World, query: Query<typeof messageRoutes.history>) {
  const { limit, since, before, after, around, hours, channel, author, topic, mentions_me: isMine } = query
  const spaceId = query.org_id ?? world.me?.current_org_id
  const fitting = postsOf(world).filter(
    (post) =>
      post.space_id === spaceId &&
      (channel.length === 0 || channel.includes(post.channel)) &&
      (author.length === 0 || author.includes(post.username)) &&
      (topic.length === 0 || post.topics.some((one) => topic.includes(one))) &&
      (!isMine || post.mentions.some(({ id }) => id === world.me?.id)) &&
      (hours === undefined || post.uploaded_at >= ago(hours * HOUR)),
  )
  const middle = fitting.findIndex(({ id }) => id === around)
  const end = before !== undefined ? Number(before) : middle >= 0 ? middle + limit / 2 : fitting.length
  const start = Math.max(0, Math.floor(end - limit))
  // changes since, and later messages, were in events
  const posts = since !== undefined || after !== undefined ? [] : fitting.slice(start, Math.ceil(end))
  return {
    posts,
    updated: [],
    latest_timestamp: ago(),
    oldest_cursor: start > 0 ? String(start) : null,
    has_more: posts.length > 0 && start > 0,
    reset: false,
    working: [],
  }
}

/** The results of a search, newest first: the real ranking is up to the server. */
export function foundIn(world: World, body: Body<typeof searchRoutes.search>) {
  const { offset, limit, channel_filter: channels, agent_filter: agents, topic, days_back: days } = body
  const { date_from: from } = body
  const query = parseSearch(body.query === '*' ? '' : (body.query ?? ''))
  const found = postsOf(world)
    .filter(
      (post) =>
        post.space_id === (body.org_id ?? world.me?.current_org_id) &&
        post.deleted_at === null &&
        (channels.length === 0 || channels.includes(post.channel)) &&
        (agents.length === 0 || agents.includes(post.username)) &&
        (topic.length === 0 || post.topics.some((one) => topic.includes(one))) &&
        (!from || Date.parse(post.uploaded_at) >= from) &&
        (!days || post.uploaded_at >= ago(days * DAY)) &&
        matchesSearch(query, { content: post.content, author: post.username }),
    )
    .toReversed()
  const messages = found.slice(offset, offset + limit).map((post): SearchHit => ({
    ...post,
    timestamp: post.uploaded_at,
    author: post.username,
    sender: post.username,
    sender_type: post.author_type,
    user_id: post.author_type === 'user' ? post.author_id : null,
    response_to: post.parent_id,
    relevance_score: 1,
    highlights: highlightsOf(query, post.content),
    context: null,
  }))
  return {
    success: true,
    messages,
    topics: topicsOf(found),
    total: found.length,
    results_count: messages.length,
    error: null,
  }
}

/** The topics of these messages, the most frequent first. */
export function topicsOf(posts: readonly Message[]): TopicCount[] {
  const counts = new Map<string, number>()
  for (const topic of posts.flatMap(({ topics }) => topics)) counts.set(topic, (counts.get(topic) ?? 0) + 1)
  return [...counts]
    .map(([topic, count]) => ({ topic, count }))
    .toSorted((one, other) => other.count - one.count)
}
