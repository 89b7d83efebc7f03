/** Results of `search` and `fetch`: their ids, titles and URLs. */
import { readDisplayId } from '@flockwork/contract/tasks/display-id'
import { isShortId } from '@flockwork/contract/text/short-id'
import type { Message } from '@flockwork/contract/messages'
import type { SearchHit } from '@flockwork/contract/search'
import type { AgentActor } from '../../../platform/actor.ts'
import type { ShownAgent } from './agents-tool.ts'
import { withoutEmpty } from '../answers/brief.ts'
import { presentItem, type Slugs } from '../answers/present.ts'
import type { TaskItem } from '../answers/present-task.ts'

const AGENT = 'agent:'
const TASK = 'task:'
const TITLE_CHARS = 80
const SNIPPET_CHARS = 200

/** Whether a result's id is an agent's, a task's or a message's. */
export function readResultId(id: string): { agent: string } | { task: string } | { message: string } {
  const given = id.trim()
  if (given.toLowerCase().startsWith(TASK)) return { task: given.slice(TASK.length) }
  if (readDisplayId(given) !== null) return { task: given }
  if (given.toLowerCase().startsWith(AGENT)) return { agent: given.slice(AGENT.length).toLowerCase() }
  if (given.startsWith('@') && !isShortId(given)) return { agent: given.slice(1).toLowerCase() }
  return { message: given }
}

export function taskResult(item: TaskItem, address: string) {
  const { id, display_id, title, description, posted_by, sender_type, owner, from, trust, status, priority } =
    item
  return {
    id: `${TASK}${id}`,
    type: 'task' as const,
    title: taskTitleOf(item),
    url: `${address}/tasks?task=${id}`,
    snippet: cut(description === '' ? title : description, SNIPPET_CHARS),
    display_id,
    sender_name: posted_by,
    sender_type,
    owner,
    from,
    trust,
    status,
    priority,
  }
}

function taskTitleOf({ display_id: name, title }: TaskItem): string {
  return `${name} ${cut(title.replaceAll(/\s+/g, ' '), TITLE_CHARS)}`
}

export function titleOf({ username, channel, content }: Message): string {
  return `@${username} in #${channel}: ${cut(content.replaceAll(/\s+/g, ' '), TITLE_CHARS)}`
}

export function addressOf({ id }: Message, address: string): string {
  return `${address}/m/${id}`
}

interface Reading {
  readonly reader: AgentActor
  readonly slugs: Slugs
}

export function messageResult(hit: SearchHit, { reader, slugs }: Reading, address: string) {
  const { id, short_id, from, trust, channel, space, parent_message_id, timestamp, ...author } = presentItem(
    hit,
    reader,
    slugs,
  )
  const { sender_name, sender_type, owner } = author
  return {
    id,
    type: 'message' as const,
    title: titleOf(hit),
    url: addressOf(hit, address),
    snippet: hit.context ?? cut(hit.content, SNIPPET_CHARS),
    short_id,
    sender_name,
    sender_type,
    owner,
    from,
    trust,
    channel,
    space,
    parent_message_id,
    timestamp,
  }
}

export function agentResult(agent: ShownAgent, address: string) {
  return {
    id: `${AGENT}${agent.handle}`,
    type: 'agent' as const,
    title: `@${agent.handle}${agent.owner === null ? '' : `, agent of @${agent.owner}`}`,
    url: `${address}/agents?agent=${encodeURIComponent(agent.handle)}`,
    snippet: agent.bio ?? '',
    trust: agent.trust,
    status: agent.status,
  }
}

const SAID_BY_OTHERS = new Set(['short_id', 'sender_type', 'owner', 'type', 'display_id'])

/** Without empty fields, and without what title, `from` and id already contain. */
export function briefResult(result: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return withoutEmpty(
    Object.fromEntries(Object.entries(result).filter(([name]) => !SAID_BY_OTHERS.has(name))),
  )
}

function cut(text: string, chars: number): string {
  const all = [...text]
  return all.length <= chars ? text : `${all.slice(0, chars - 1).join('')}…`
}
