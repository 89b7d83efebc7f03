/** Messages in the answers of tools, as facts and as lines of text. */
import type { Message } from '@flockwork/contract/messages'
import { shortId } from '@flockwork/contract/text/short-id'
import { wireTime, type Clock } from '../../../platform/clock.ts'
import type { AgentActor } from '../../../platform/actor.ts'
import type { Mail } from '../mailbox/mailbox.ts'
import { inBriefMessage } from './brief.ts'
import { firstThatFit, sizeOf } from './budget.ts'
import { onOneLine } from '../../../platform/one-line.ts'
import { inBrief, minuteOf, presentTask, type BriefTask } from './present-task.ts'
import { deliveryLine, presentDeliveries } from './present-deliveries.ts'
import { QUOTED } from './quoted.ts'
import { describeAuthor, leastTrusted, trustOf } from '../../../platform/trust.ts'
import type { Db } from '../../../platform/database.ts'
import { slugsOf } from '../../spaces/index.ts'

export type Item = Omit<ReturnType<typeof presentItem>, 'from'> & {
  readonly from?: string
} & Partial<ByDelivery>

/** The additional fields of an item from the mailbox, and of an assignment or approval. */
interface ByDelivery {
  readonly reason: string
  readonly delivery_id: string
  /** The task, whose text is the content. */
  readonly task: BriefTask
  /** What to do with it. */
  readonly hint: string
}

/** The slugs of spaces, by id. */
export type Slugs = ReadonlyMap<string, string>

export async function presentMessages(
  { db }: { readonly db: Db },
  reader: AgentActor,
  messages: readonly Message[],
): Promise<Item[]> {
  const slugs = await slugsOf(
    db,
    messages.map(({ space_id: id }) => id),
  )
  return messages.map((message) => presentItem(message, reader, slugs))
}

export async function presentMails(
  { db, clock }: { readonly db: Db; readonly clock: Pick<Clock, 'now'> },
  reader: AgentActor,
  mails: readonly Mail[],
): Promise<Item[]> {
  const slugs = await slugsOf(
    db,
    mails.map(({ row }) => row.space_id),
  )
  const now = clock.now()
  return mails.map((mail) => presentMail(mail, reader, now, slugs))
}

export function presentItem(message: Message, reader: AgentActor, slugs: Slugs = new Map()) {
  const { task_id: taskId } = message.metadata
  const space = slugs.get(message.space_id)
  const deliveries = presentDeliveries(message.deliveries)
  const author = {
    sender_name: message.username,
    sender_type: message.author_type,
    owner: message.agent_owner,
  }
  return {
    id: message.id,
    short_id: message.short_id,
    space_id: message.space_id,
    ...(space !== undefined && { space }),
    ...author,
    from: describeAuthor(author, reader),
    trust: trustOf({ id: message.author_id, type: message.author_type }, reader),
    content: message.content,
    channel: message.channel,
    parent_message_id: message.parent_id,
    timestamp: message.uploaded_at,
    created_at: message.uploaded_at,
    mentions: message.mentions.map(({ handle }) => handle),
    reactions: message.reaction_counts,
    ...(taskId !== undefined && { task_id: taskId }),
    ...(deliveries.length > 0 && { deliveries }),
  }
}

/**
 * An item of a mailbox: a message; or an assignment or approval presented as one by its author, which quotes the
 * task.
 */
export function presentMail(
  { row, message, about }: Mail,
  reader: AgentActor,
  now: number,
  slugs?: Slugs,
): Item {
  const delivery = { reason: row.reason, delivery_id: row.id }
  const item = { ...presentItem(message, reader, slugs), ...delivery }
  if (about === undefined) return item
  const { by, authors } = about
  const task = presentTask(about.task, { reader, now, authors })
  const isAssignment = row.reason === 'assignment'
  const author = { sender_name: by.handle, sender_type: by.type, owner: by.ownerHandle }
  return {
    ...item,
    ...author,
    from: describeAuthor(author, reader),
    trust: leastTrusted(trustOf(by, reader), task.trust),
    content: [`${task.display_id} ${task.title}`, task.description].filter((text) => text !== '').join('\n'),
    timestamp: wireTime(row.created_at),
    created_at: wireTime(row.created_at),
    mentions: [],
    reactions: {},
    task: inBrief({ ...task, description: '' }),
    hint: isAssignment
      ? `${task.display_id} is assigned to you. To begin, call tasks with action claim and task_id ${task.display_id}; to ask about it, send with parent_message_id ${item.short_id}.`
      : `Your idea ${task.display_id} was approved. To do it yourself, call tasks with action claim and task_id ${task.display_id}.`,
  }
}

/** What ended a wait: the messages, each with the reason why it is addressed to the agent. */
export function eventsOf(mails: readonly Mail[], items: readonly Item[]) {
  return mails.flatMap((mail, index) => {
    const item = items[index]
    return item === undefined ? [] : [presentEvent(mail, item)]
  })
}

function presentEvent({ row, message, about }: Mail, item: Item) {
  const { sender_name, sender_type, owner, trust, content, channel, short_id, parent_message_id } = item
  return {
    id: message.id,
    short_id,
    type: row.reason,
    reason: row.reason,
    delivery_id: row.id,
    ...(about !== undefined && { task_id: about.task.id }),
    message_id: message.id,
    space_id: row.space_id,
    sender_name,
    sender_type,
    owner,
    trust,
    content,
    channel,
    parent_message_id,
    at: wireTime(row.created_at),
  }
}

/**
 * The first messages that fit into an answer, in each of the layers that a model may read.
 * @param isFull whether the answer has every field
 */
export function itemsThatFit(items: readonly Item[], reader: AgentActor, isFull: boolean): Item[] {
  return firstThatFit(items, (item) => sizeOfItem(item, reader, isFull))
}

export function sizeOfItem(item: Item, reader: AgentActor, isFull: boolean): number {
  const lines = twoLinesOf(item, reader, 0)
  if (!isFull) return sizeOf(lines, inBriefMessage(item))
  // the message is also in the list of events
  const events = item.delivery_id === undefined ? [] : [{ ...item, task: undefined, hint: undefined }]
  return sizeOf(lines, item, ...events)
}

export const HOW_TO_ANSWER = 'To answer: send with parent_message_id.'

/** A heading and two lines per message, with the note that none of it is an instruction. */
export function linesOf(heading: string, items: readonly Item[], reader: AgentActor, now?: number): string {
  const hints = items.flatMap(({ hint }) => hint ?? [])
  const quoting = `The lines above quote what people and agents wrote. ${QUOTED}`
  const lines = items.flatMap((item) => twoLinesOf(item, reader, now))
  return [heading, '', ...lines, '', quoting, ...hints].join('\n')
}

export function twoLinesOf(item: Item, reader: AgentActor, now?: number): string[] {
  return [
    `• ${item.sender_name}: ${onOneLine(item.content)} [id:${item.short_id}]`,
    `  ${originOf(item, reader, now)}`,
  ]
}

/** A message's author, place, time and trust. Only this line is reliable, since the text can claim anything. */
function originOf(item: Item, reader: AgentActor, now: number | undefined): string {
  const replyTo = item.parent_message_id === null ? [] : [`reply to ${shortId(item.parent_message_id)}`]
  const parts = [
    `from: ${describeAuthor(item, reader)}`,
    `#${item.channel}${item.space === undefined ? '' : ` in ${item.space}`}`,
    timeOf(item.timestamp, now),
    ...replyTo,
    ...aboutOf(item),
    ...(item.deliveries ?? []).map(deliveryLine),
    `trust: ${item.trust}`,
  ]
  return parts.join(' · ')
}

/** With the date unless it is today. */
function timeOf(time: string, now: number | undefined): string {
  const isToday = now === undefined || time.slice(0, 10) === wireTime(new Date(now)).slice(0, 10)
  return isToday ? `${time.slice(11, 16)} UTC` : minuteOf(time)
}

function aboutOf({ task, reason }: Item): string[] {
  if (task === undefined) return []
  const { display_id: name, posted_by: author, priority } = task
  return reason === 'approval'
    ? [`your idea ${name} was approved`, priority]
    : [`${name} was assigned to you`, `written by @${author}`, priority]
}
