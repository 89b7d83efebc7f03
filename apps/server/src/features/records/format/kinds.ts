/**
 * The schema of a record, by kind (docs/rules/records.md#format). The order of the fields is the order in the file.
 * Enumerations are copied here instead of imported from the contract, so that old records stay readable when the
 * product's values change.
 */
import * as z from 'zod/mini'
import { ChannelName } from '@flockwork/contract/channels'
import { HANDLE_PATTERN } from '@flockwork/contract/text/handles'

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/
const HASH = /^[\w-]{43}$/
const SALT = /^[\w-]{22}$/

const NAME_MAX = 500
const TEXT_MAX = 20_000
const LIST_MAX = 5000

export const Id = z.string().check(z.regex(UUID))
export const Time = z.string().check(
  z.regex(TIME),
  z.refine((value) => !Number.isNaN(Date.parse(value))),
)
export const Hash = z.string().check(z.regex(HASH))
export const Salt = z.string().check(z.regex(SALT))
export const Name = z.string().check(z.maxLength(NAME_MAX), z.refine(isStorable))
export const Count = z.int().check(z.gte(0), z.lte(Number.MAX_SAFE_INTEGER))
/** A 32-bit integer. */
const Small = z.int().check(z.gte(0), z.lte(2 ** 31 - 1))
const Handle = z.string().check(z.regex(HANDLE_PATTERN))
const Text = z.string().check(z.maxLength(TEXT_MAX), z.refine(isStorable))

/** PostgreSQL stores neither NUL nor lone surrogates. */
function isStorable(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed()
}

function listOf<T extends z.core.$ZodType>(item: T, max = LIST_MAX) {
  return z.array(item).check(z.maxLength(max))
}

const Space = z.strictObject({
  id: Id,
  name: Name,
  slug: Name,
  description: z.nullable(Text),
  visibility: z.enum(['private', 'invite_only', 'public']),
  is_personal: z.boolean(),
  created_by: z.nullable(Id),
  created_at: Time,
  /** The last number of its sequence, and of its tasks. */
  seq: Count,
  tasks: Small,
})

const Account = z.strictObject({
  id: Id,
  type: z.enum(['user', 'agent']),
  handle: Handle,
  display_name: Name,
  is_deleted: z.boolean(),
  created_at: Time,
  /** Null for a person. */
  agent: z.nullable(
    z.strictObject({
      type: Name,
      owner: z.nullable(Id),
      visibility: z.enum(['public', 'private']),
      /** Null for a private agent, whose bio only its owner sees. */
      bio: z.nullable(Text),
    }),
  ),
})

const Team = z.strictObject({
  id: Id,
  name: Name,
  description: Text,
  color: Name,
  created_by: Id,
  created_at: Time,
})

const Member = z.strictObject({
  id: Id,
  role: z.enum(['admin', 'member']),
  joined_at: Time,
  /** An agent's team: the id of a custom one, or the name of a built-in one. */
  team: z.nullable(Name),
})

const Channel = z.strictObject({ name: ChannelName, created_at: Time, archived_at: z.nullable(Time) })

const Mention = z.strictObject({ id: Id, type: z.enum(['user', 'agent']), handle: Handle })

const Message = z.strictObject({
  id: Id,
  seq: Count,
  author: Id,
  channel: ChannelName,
  type: z.enum(['message', 'reply', 'task', 'system']),
  parent: z.nullable(Id),
  root: z.nullable(Id),
  cause: z.nullable(Id),
  hops: Small,
  mentions: listOf(Mention),
  waiting_since: z.nullable(Time),
  is_task: z.boolean(),
  is_claimed: z.boolean(),
  task: z.nullable(Id),
  created_at: Time,
  edited_at: z.nullable(Time),
  edit_count: Small,
  edited_by: z.nullable(Id),
  deleted_at: z.nullable(Time),
  /** The hash of its text; null for a deleted message, which has none. */
  text: z.nullable(Hash),
})

const MessageText = z.strictObject({
  content: Text,
  topics: listOf(Name),
  mentions_unknown: listOf(z.strictObject({ handle: Name, suggestions: listOf(Name, 20) })),
})

const Version = z.strictObject({
  message: Id,
  version: Small,
  replaced_by: Id,
  replaced_at: Time,
  text: Hash,
})

const Reaction = z.strictObject({ message: Id, account: Id, emoji: Name, created_at: Time })

const Task = z.strictObject({
  id: Id,
  number: Small,
  author: Id,
  edited_by: z.nullable(Id),
  assignee: z.nullable(Id),
  claimant: z.nullable(Id),
  status: z.enum([
    'available',
    'claimed',
    'assigned',
    'in_progress',
    'in_review',
    'blocked',
    'completed',
    'failed',
    'expired',
    'cancelled',
  ]),
  status_extended: z.nullable(z.enum(['idea', 'ready'])),
  priority: z.enum(['critical', 'high', 'medium', 'low']),
  grooming: z.strictObject({
    requirements_clear: z.boolean(),
    success_criteria: z.boolean(),
    effort_estimated: z.boolean(),
  }),
  message: Id,
  source_message: z.nullable(Id),
  created_at: Time,
  updated_at: Time,
  assigned_at: z.nullable(Time),
  claimed_at: z.nullable(Time),
  completed_at: z.nullable(Time),
  worked_at: z.nullable(Time),
  deadline: z.nullable(Time),
  expected_minutes: Small,
  version: Small,
  text: Hash,
})

const TaskText = z.strictObject({
  title: Text,
  description: Text,
  skills: listOf(Name),
  context: z.strictObject({
    branch_name: z.nullable(Text),
    pr_url: z.nullable(Text),
    files_changed: listOf(Text),
    issues_encountered: z.nullable(Text),
    actual_minutes: z.nullable(z.number()),
    testing_notes: z.nullable(Text),
    deliverables: listOf(Text),
  }),
})

const Note = z.strictObject({
  id: Id,
  task: Id,
  author: Id,
  type: z.enum(['general', 'progress', 'issue', 'solution']),
  visibility: z.enum(['team', 'public']),
  created_at: Time,
  text: Hash,
})

const Delivery = z.strictObject({
  id: Id,
  message: z.nullable(Id),
  task: z.nullable(Id),
  author: Id,
  recipient: Id,
  root: z.nullable(Id),
  reason: z.enum(['mention', 'reply', 'assignment', 'approval']),
  state: z.enum(['stored', 'delivered', 'seen', 'answered', 'expired', 'undeliverable', 'held']),
  why: z.nullable(Text),
  seq: Count,
  at: Time,
  created_at: Time,
})

const End = z.strictObject({
  teams: Count,
  accounts: Count,
  members: Count,
  channels: Count,
  messages: Count,
  versions: Count,
  reactions: Count,
  tasks: Count,
  notes: Count,
  deliveries: Count,
})

/** The data of each kind of record. */
export const DATA = {
  space: Space,
  account: Account,
  team: Team,
  member: Member,
  channel: Channel,
  message: Message,
  version: Version,
  reaction: Reaction,
  task: Task,
  note: Note,
  delivery: Delivery,
  end: End,
} as const

export type Kind = keyof typeof DATA
export type DataOf<K extends Kind> = z.infer<(typeof DATA)[K]>

/** The text of each kind that has one: what an account wrote, and what is derived from it. */
export const TEXTS = {
  message: MessageText,
  version: z.strictObject({ content: Text }),
  task: TaskText,
  note: z.strictObject({ note: Text }),
} as const

export type TextKind = keyof typeof TEXTS
export type TextOf<K extends TextKind> = z.infer<(typeof TEXTS)[K]>

export function hasText(kind: Kind): kind is TextKind {
  return Object.hasOwn(TEXTS, kind)
}

export function isKind(word: string): word is Kind {
  return Object.hasOwn(DATA, word)
}

/** The order of the kinds: a record never precedes one of a lower rank. */
export const RANK: Readonly<Record<Kind, number>> = {
  space: 0,
  account: 1,
  team: 2,
  member: 3,
  channel: 4,
  message: 5,
  version: 5,
  reaction: 5,
  task: 6,
  note: 6,
  delivery: 7,
  end: 8,
}

/** How `end` counts each kind. */
export const COUNTED = {
  account: 'accounts',
  team: 'teams',
  member: 'members',
  channel: 'channels',
  message: 'messages',
  version: 'versions',
  reaction: 'reactions',
  task: 'tasks',
  note: 'notes',
  delivery: 'deliveries',
} as const satisfies Partial<Record<Kind, keyof DataOf<'end'>>>

export const NO_COUNTS: DataOf<'end'> = {
  teams: 0,
  accounts: 0,
  members: 0,
  channels: 0,
  messages: 0,
  versions: 0,
  reactions: 0,
  tasks: 0,
  notes: 0,
  deliveries: 0,
}
