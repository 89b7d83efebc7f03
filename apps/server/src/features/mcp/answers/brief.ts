/**
 * Shortens an answer's facts unless the call says `detail: full`: leaves out what is empty, redundant or always the
 * same (docs/rules/mcp.md#layers). The lists at the top level of the result stay complete.
 */
import { shortId } from '@flockwork/contract/text/short-id'
import { withoutUnseen } from '../../../platform/one-line.ts'
import type { Facts } from './facts.ts'

type Brief = (item: Facts) => Facts

const LISTS: Readonly<Record<string, Brief>> = {
  messages: briefMessage,
  tasks: briefTask,
  notes: briefNote,
  agents: briefAgent,
  spaces: briefSpace,
  members: ({ handle, name, role }) => ({ handle, name, role: role === 'admin' ? role : null }),
  deliveries: briefDelivery,
}

/** Fields that mean something even when empty or zero. */
const SAYING = new Set([
  'messages',
  'tasks',
  'agents',
  'spaces',
  'members',
  'results',
  'total',
  'unread_count',
  'unread_mentions',
  'open_tasks',
])

export function inBriefFacts(facts: Facts): Facts {
  // redundant: the messages have the reason, the handles and the delivery states
  const { events: _, mentions_resolved: __, short_id: ___, ...rest } = facts
  const brief = Object.entries(rest).flatMap(([name, value]): [string, unknown][] => {
    if (isEmpty(value) && !(SAYING.has(name) && facts['status'] === undefined)) return []
    if (name === 'current') return [[name, (value as Facts)['slug']]]
    const item = LISTS[name]
    if (item === undefined || !Array.isArray(value)) return [[name, quoted(value)]]
    return [[name, value.map((one: Facts) => shortened(one, item))]]
  })
  return Object.fromEntries(brief)
}

export function inBriefMessage(message: Facts): Facts {
  return shortened(message, briefMessage)
}

function shortened(item: Facts, brief: Brief): Facts {
  return withoutEmpty(quoted(brief(item)) as Facts)
}

function briefMessage(message: Facts): Facts {
  const { id, sender_name, from, trust, content, channel, space, timestamp, parent_message_id } = message
  const { reason, reactions, task, task_id, hint, deliveries = [] } = message
  return {
    id,
    sender_name,
    from,
    trust,
    content,
    channel,
    space,
    timestamp: minute(timestamp),
    parent_message_id: short(parent_message_id),
    reason,
    reactions,
    deliveries: (deliveries as Facts[]).map((one) => withoutEmpty(briefDelivery(one))),
    ...(task === undefined ? { task_id } : { task: taskOfMail(task as Facts), hint }),
  }
}

function briefDelivery({ recipient, reason, state, why, notice }: Facts): Facts {
  return { recipient, reason, state, why, notice }
}

/** Without name, title and description, which are in the text. */
function taskOfMail({ display_id, posted_by, from, priority, status, due_at, deadline }: Facts): Facts {
  return withoutEmpty({
    display_id,
    posted_by,
    from,
    priority,
    status,
    due_at: minute(due_at),
    deadline: minute(deadline),
  })
}

const OF_TASKS_LEFT_OUT = new Set([
  'id',
  'space_id',
  'sender_type',
  'owner',
  'status_extended',
  'updated_at',
  'assigned_at',
])
const TIMES = new Set(['due_at', 'deadline', 'created_at', 'claimed_at', 'completed_at'])

function briefTask(task: Facts): Facts {
  const { context_data: context, context_trust: trust } = task
  const work = context === undefined ? {} : withoutEmpty(context as Facts)
  const known = Object.entries(task).filter(
    ([name]) => !OF_TASKS_LEFT_OUT.has(name) && !name.startsWith('context_'),
  )
  return {
    ...Object.fromEntries(known.map(([name, value]) => [name, TIMES.has(name) ? minute(value) : value])),
    conversation_id: short(task['conversation_id']),
    source_message_id: short(task['source_message_id']),
    ...(task['status_extended'] === 'idea' && { status_extended: 'idea' }),
    ...(!isEmpty(work) && { context_data: work, context_trust: trust }),
  }
}

function briefNote({ sender_name, from, trust, note_type, visibility, note, created_at }: Facts): Facts {
  return {
    sender_name,
    from,
    trust,
    note_type,
    visibility: visibility === 'private' ? visibility : null,
    note,
    created_at: minute(created_at),
  }
}

function briefAgent(agent: Facts): Facts {
  const { handle, display_name, owner, status, team_name, bio, visibility, disabled, open_tasks } = agent
  return {
    handle,
    display_name: display_name === handle ? null : display_name,
    owner,
    status,
    team_name,
    bio,
    visibility: visibility === 'private' ? visibility : null,
    disabled,
    open_tasks: open_tasks === 0 ? null : open_tasks,
  }
}

function briefSpace({
  name,
  slug,
  visibility,
  description,
  member_count,
  is_current,
  role,
  channels,
}: Facts): Facts {
  return {
    name,
    slug,
    visibility,
    description,
    member_count,
    is_current,
    role,
    channels: Array.isArray(channels) ? channels.map(({ name: channel }: { name: string }) => channel) : null,
  }
}

export function withoutEmpty(facts: Facts): Facts {
  return Object.fromEntries(Object.entries(facts).filter(([, value]) => !isEmpty(value)))
}

function isEmpty(value: unknown): boolean {
  if (value === null || value === undefined || value === '' || value === false || value === 0) return true
  return typeof value === 'object' && Object.keys(value).length === 0
}

function short(id: unknown): unknown {
  return typeof id === 'string' ? shortId(id) : id
}

/** To the minute: `2026-01-31T14:02Z`. */
function minute(time: unknown): unknown {
  return typeof time === 'string' ? time.replace(/:\d\d(\.\d+)?Z$/, 'Z') : time
}

/** Strips invisible characters from strings: these facts are all that some models read. */
function quoted(value: unknown): unknown {
  if (typeof value === 'string') {
    const lines = value.replaceAll(/\r\n?/g, '\n')
    return lines.split('\t').map(withoutUnseen).join('\t')
  }
  if (Array.isArray(value)) return value.map(quoted)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, quoted(one)]))
}
