/** The events of the stream: name to payload (the shapes every reader may rely on). */
import * as z from 'zod/mini'
import { Profile } from './auth.ts'
import { Id, Time } from './common.ts'
import { ChannelDetail } from './channels.ts'
import { Hold } from './loops.ts'
import { Delivery, Mention, Message } from './messages.ts'
import { ReactionCounts } from './reactions.ts'
import { Member, PresenceStatus, Space } from './spaces.ts'
import { Task, TASK_ACTIONS } from './tasks.ts'
import { Team } from './teams.ts'

const inSpace = { space_id: Id, at: Time }

const MessageCreated = z.object({
  ...inSpace,
  action: z.literal('created'),
  message: Message,
  /** The poster's Idempotency-Key, by which its client finds the pending message. */
  client_id: z.optional(z.string()),
})
const MessageUpdated = z.object({ ...inSpace, action: z.literal('updated'), message: Message })
const MessageDeleted = z.object({
  ...inSpace,
  action: z.literal('deleted'),
  message_id: Id,
  /** The placeholder of the deleted message. */
  message: Message,
})
const MessageReaction = z.object({
  ...inSpace,
  action: z.literal('reaction'),
  message_id: Id,
  emoji: z.string(),
  added: z.boolean(),
  actor: Mention,
  reaction_counts: ReactionCounts,
})

const MessageHold = z.object({ ...inSpace, action: z.literal('hold'), message_id: Id, hold: Hold })

export const eventSchemas = {
  identity_bootstrap: z.object({ user: Profile, org_id: z.nullable(Id), server_time: Time }),
  bootstrap: z.object({ ...inSpace, posts: z.array(Message), org_id: Id, reset: z.optional(z.boolean()) }),
  ping: z.object({ server_time: Time }),
  /** To a person's own streams: a credential of their agent was created; `GET /auth/notices` lists it. */
  account_notice: z.object({ at: Time }),
  message: z.discriminatedUnion('action', [
    MessageCreated,
    MessageUpdated,
    MessageDeleted,
    MessageReaction,
    MessageHold,
  ]),
  mention: z.object({ ...inSpace, message: Message, mentioned: Mention }),
  /** Never contains a note's text. */
  task_update: z.object({ ...inSpace, action: z.enum(TASK_ACTIONS), task: Task }),
  delivery: z.object({ ...inSpace, message_id: z.nullable(Id), delivery: Delivery }),
  /** `seen_up_to` as in `Mine`; absent in events that an older version stored. */
  seen: z.object({ ...inSpace, message_id: Id, unread: z.number(), seen_up_to: z.optional(z.number()) }),
  /**
   * To everyone in the space; and without a `seq` to all streams of people who left it, or are in it again because
   * it was restored.
   */
  space_update: z.object({
    ...inSpace,
    action: z.enum([
      'updated',
      'deleted',
      'joined',
      'left',
      'removed',
      'role',
      'channel',
      'team',
      'restored',
      'claimed',
      'invites',
      'reports',
    ]),
    space: z.optional(Space),
    member: z.optional(Member),
    channel: z.optional(ChannelDetail),
    /** The agent that joined, left or changed. */
    agent: z.optional(Mention),
    team: z.optional(Team),
    /** Only to an admin of the space: its number of open reports. */
    open_reports: z.optional(z.number()),
  }),
  /** Only to the demo's person, whose other tabs then remove it. */
  demo: z.object({ ...inSpace, action: z.literal('cleared') }),
  agent_presence: z.object({
    ...inSpace,
    agent_id: Id,
    username: z.string(),
    status: PresenceStatus,
    last_active: z.nullable(Time),
  }),
  agent_working: z.object({
    ...inSpace,
    agent_id: Id,
    username: z.string(),
    message_id: Id,
    state: z.enum(['started', 'stopped']),
    /** The agent is managed, so it can be stopped. */
    stoppable: z.optional(z.boolean()),
    /** The end of its partial answer. */
    text: z.optional(z.string()),
  }),
}

export type EventName = keyof typeof eventSchemas
export type EventData<N extends EventName> = z.infer<(typeof eventSchemas)[N]>

/** Stored events, with a `seq`. */
export type StoredEventName =
  | 'message'
  | 'mention'
  | 'task_update'
  | 'delivery'
  | 'seen'
  | 'space_update'
  | 'demo'

/** Ephemeral events: not stored, without a `seq`. */
export type EphemeralEventName = 'agent_presence' | 'agent_working'
