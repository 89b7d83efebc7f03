/** The state of the fake server: people, spaces, agents and messages in the contract's shapes. */
import type { Agent } from '@flockwork/contract/agents'
import type { Profile, Providers } from '@flockwork/contract/auth'
import type { ChannelDetail } from '@flockwork/contract/channels'
import type { InboxItem } from '@flockwork/contract/inbox'
import { newMessageFields, type Message } from '@flockwork/contract/messages'
import type { Activity, Mine, RosterItem, Space } from '@flockwork/contract/spaces'
import { newTaskFields, type Task, type Worker } from '@flockwork/contract/tasks'
import { displayId } from '@flockwork/contract/tasks/display-id'
import { BUILT_IN_TEAMS, type ShownTeam } from '@flockwork/contract/teams'
import { topicsIn } from '@flockwork/contract/text/topics'

/** Tests may change these lists at any time: default answers read their current state. */
export interface World {
  providers: Providers
  /** The user of the session cookie; null for nobody. */
  me: Profile | null
  /** The accounts that can sign in, with any password; includes `me`. */
  accounts: Profile[]
  /** The spaces of `me`. */
  spaces: Space[]
  /** Of the current space. */
  roster: RosterItem[]
  agents: Agent[]
  teams: ShownTeam[]
  channels: ChannelDetail[]
  /** Of the current space, oldest first. */
  posts: Message[]
  inbox: InboxItem[]
  /** Of the current space, newest first. */
  tasks: Task[]
}

let made = 0

/** A new UUID. */
export function newId(): string {
  made += 1
  return `00000000-0000-4000-8000-${made.toString(16).padStart(12, '0')}`
}

/** The time `ms` ago, in the contract's format. */
export function ago(ms = 0): string {
  return new Date(Date.now() - ms).toISOString()
}

export const MINUTE = 60_000
export const HOUR = 60 * MINUTE
export const DAY = 24 * HOUR

export const PROVIDERS: Providers = {
  github: true,
  password: true,
  registration: 'open',
  first_run: false,
  setup_code: false,
  environment: 'production',
  docs_url: null,
  version: '0.1.0',
}

/** A person without a space; `worldOf` gives them their personal one. */
export function person(username: string, more: Partial<Profile> = {}): Profile {
  return {
    id: newId(),
    email: `${username}@example.org`,
    full_name: null,
    username,
    role: 'user',
    email_verified: false,
    current_org_id: null,
    created_at: ago(DAY),
    has_password: true,
    ...more,
  }
}

/** The current user's unread count and read position, as of now. */
export function mine(unread = 0, more: Partial<Mine> = {}): Mine {
  const now = lastSeq
  return {
    unread,
    mentions_24h: 0,
    messages_since_last_seen: unread,
    as_of: now,
    seen_up_to: now,
    ...more,
  }
}

export function space(name: string, more: Partial<Space> = {}): Space {
  return {
    id: newId(),
    name,
    slug: name.toLowerCase().replaceAll(/\W+/g, '-'),
    visibility: 'private',
    description: null,
    is_personal: false,
    member_count: 1,
    is_member: true,
    is_current: false,
    role: 'member',
    created_by: null,
    created_at: ago(DAY),
    activity: null,
    mine: mine(),
    ...more,
  }
}

/** The activity of a space where nothing has happened; `more` overrides it. */
export function activity(more: Partial<Activity> = {}): Activity {
  return {
    state: 'quiet',
    score: 0,
    messages_5m: 0,
    messages_1h: 0,
    messages_24h: 0,
    messages_7d: 0,
    messages_30d: 0,
    messages_total: 0,
    active_users_30m: 0,
    agent_count: 0,
    tasks_open: 0,
    tasks_created_24h: 0,
    new_members_7d: 0,
    streak_days_active: 0,
    last_activity_at: null,
    ...more,
  }
}

/** An account of a space as its roster lists it. */
export function rosterItem(of: Profile | Agent, spaceId: string, more: Partial<RosterItem> = {}): RosterItem {
  const isAgent = 'agent_type' in of
  return {
    id: of.id,
    type: isAgent ? 'agent' : 'user',
    handle: of.username,
    display_name: isAgent ? of.agent_name : (of.full_name ?? of.username),
    avatar_url: null,
    workspace_id: spaceId,
    team_id: null,
    team_name: null,
    metadata: { agent_id: isAgent ? of.id : null },
    presence: { status: 'offline', last_active: null },
    owner_user: null,
    ...more,
  }
}

/** The guide, which is in every space. */
export function chirpy(more: Partial<Agent> = {}): Agent {
  return agent('chirpy', { is_own_agent: false, agent_name: 'Chirpy', ...more })
}

/** An agent of the current user, pinned to the space; `more` overrides fields. */
export function agent(username: string, more: Partial<Agent> = {}): Agent {
  return {
    id: newId(),
    username,
    agent_name: username,
    agent_type: 'general',
    bio: '',
    description: '',
    avatar_url: null,
    status: 'offline',
    capabilities: [],
    permissions: {
      can_edit: true,
      can_delete: true,
      can_regenerate_token: true,
      can_view_token: true,
      can_assign_tasks: true,
      can_message: true,
    },
    last_seen: null,
    created_at: ago(DAY),
    posts_count: 0,
    tasks_completed: 0,
    tasks_assigned: 0,
    completion_rate: 0,
    team_role: null,
    team_id: null,
    team_name: null,
    is_own_agent: true,
    owner_username: null,
    org_id: null,
    pinned_to_org: false,
    pinned_org_id: null,
    follow_user: true,
    settings: { follow_user: true, emblem_theme: null, emblem_variant: null, emblem_subtype: null },
    control: { is_disabled: false },
    roster_entry: null,
    visibility: 'public',
    verified: false,
    space: null,
    ...more,
  }
}

type Author = Pick<Profile, 'id' | 'username'> | Agent

let lastSeq = 0

/** The next `seq` of a space. */
export function nextSeq(): number {
  lastSeq += 1
  return lastSeq
}

/** A message in the space, newer than all before it. */
export function message(author: Author, content: string, more: Partial<Message> = {}): Message {
  const id = newId()
  const isAgent = 'agent_type' in author
  const seq = nextSeq()
  return {
    ...newMessageFields(),
    id,
    short_id: id.slice(-6),
    space_id: '',
    seq,
    content,
    topics: topicsIn(content),
    username: author.username,
    display_name: author.username,
    avatar_url: null,
    author_id: author.id,
    author_type: isAgent ? 'agent' : 'user',
    agent_id: isAgent ? author.id : null,
    agent_type: isAgent ? author.agent_type : null,
    agent_owner: isAgent ? author.owner_username : null,
    channel: 'main',
    parent_id: null,
    thread_root_id: null,
    parent_post: null,
    message_type: 'message',
    uploaded_at: new Date(Date.now() - MINUTE + seq).toISOString(),
    ...more,
  }
}

/** A reply to `parent`, whose count it increases. */
export function reply(
  author: Author,
  parent: Message,
  content: string,
  more: Partial<Message> = {},
): Message {
  parent.reply_count += 1
  return message(author, content, {
    parent_id: parent.id,
    thread_root_id: parent.thread_root_id ?? parent.id,
    parent_post: { id: parent.id, username: parent.username, content: parent.content, waiting_since: null },
    message_type: 'reply',
    space_id: parent.space_id,
    ...more,
  })
}

/** The inbox item of a message, unread. */
export function inboxItem(about: Message, more: Partial<InboxItem> = {}): InboxItem {
  return {
    id: newId(),
    reason: 'mention',
    state: 'delivered',
    at: about.uploaded_at,
    space_id: about.space_id,
    message: about,
    task: null,
    ...more,
  }
}

/** A person or an agent as tasks refer to them. */
export function worker(of: Author): Worker {
  return { id: of.id, username: of.username, type: 'agent_type' in of ? 'agent' : 'user' }
}

/** A task that `author` posted, free to be claimed; `more` overrides fields. */
export function task(author: Author, number: number, title: string, more: Partial<Task> = {}): Task {
  return {
    ...newTaskFields(),
    id: newId(),
    display_id: displayId(number),
    space_id: newId(),
    title,
    posted_by: worker(author),
    created_at: ago(HOUR),
    updated_at: ago(HOUR),
    message_id: newId(),
    ...more,
  }
}

/** The message in `main` that announces a task. */
export function announcement(of: Task, author: Author, more: Partial<Message> = {}): Message {
  return message(author, `${of.display_id} ${of.title}`, {
    id: of.message_id,
    short_id: of.message_id.slice(-6),
    message_type: 'task',
    is_task: true,
    is_claimed: of.claimed_by !== null,
    metadata: { task_id: of.id },
    ...more,
  })
}

/** The inbox item of an assignment, unread. */
export function taskItem(of: Task, by: Author, more: Partial<InboxItem> = {}): InboxItem {
  return {
    id: newId(),
    reason: 'assignment',
    state: 'delivered',
    at: of.updated_at,
    space_id: of.space_id,
    message: null,
    task: of,
    by: { ...worker(by), owner: 'agent_type' in by ? by.owner_username : null },
    ...more,
  }
}

/** Everybody's own space. */
export function personalSpace({ id, username }: Profile): Space {
  return space(`${username}'s Workspace`, {
    id: id.replace(/^0/, 'a'),
    is_personal: true,
    role: 'admin',
    created_by: id,
  })
}

/** The world of somebody who has just signed up: alone with Chirpy in their personal space, which is empty. */
export function worldOf(me: Profile | null, more: Partial<World> = {}): World {
  const spaces = more.spaces ?? (me ? [personalSpace(me)] : [])
  if (me !== null) me.current_org_id ??= spaces[0]?.id ?? null
  const spaceId = me?.current_org_id ?? ''
  const current = spaces.find(({ id }) => id === spaceId)
  // initial messages are read, unless the test says otherwise
  if (current?.mine?.unread === 0) current.mine = mine()
  const agents = more.agents ?? [chirpy()]
  return {
    providers: PROVIDERS,
    me,
    accounts: me === null ? [] : [me],
    spaces,
    roster: me === null ? [] : [me, ...agents].map((one) => rosterItem(one, spaceId)),
    agents,
    teams: BUILT_IN_TEAMS.map((team) => ({ ...team, agents: [], can_edit: false })),
    channels: [{ name: 'main', post_count: 0, last_message_at: null, archived: false }],
    posts: [],
    inbox: [],
    tasks: [],
    ...more,
  }
}
