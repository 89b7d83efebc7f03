/** Formats entries as lines: author, time and place, the text, and its link. Pure. */
import { shortId } from '@flockwork/contract/text/short-id'
import { onOneLine } from '../../platform/one-line.ts'
import { describeAuthor, leastTrusted, trustOf } from '../../platform/trust.ts'
import { cutAt, type Channel, type Entry } from './entries.ts'
import type { Account, Material, Reader } from './material.ts'

const SPACE_CHARS = 40
const AUTHORS_SHOWN = 3

/** The path in the web app; with a message's short id, which costs a model a quarter of the tokens. */
export function pathOf({ messageId, task }: Pick<Entry, 'messageId' | 'task'>, id = messageId): string {
  return task === null ? `/m/${id}` : `/tasks?task=${task.id}`
}

const shortPath = (entry: Pick<Entry, 'messageId' | 'task'>) => pathOf(entry, shortId(entry.messageId))

/** `• @ana (person; trust: member) mentioned you, #dev 01-30 14:05: the text /m/0f8fad5b`. */
export function lineOf(entry: Entry, reader: Reader, isUnderChannel = false): string {
  const where = isUnderChannel ? timeOf(entry.at) : `#${entry.channel} ${timeOf(entry.at)}`
  const facts = [where, ...countsOf(entry)].join(', ')
  return `${isUnderChannel ? '  ' : ''}• ${headOf(entry, reader)}${facts}: ${entry.content} ${shortPath(entry)}`
}

function headOf(entry: Entry, reader: Reader): string {
  const { kind, author, task } = entry
  const who = author === null ? '' : `@${author.handle}`
  const label = labelOf(entry, reader)
  const read = entry.isUnread ? '' : ' (read)'
  switch (kind) {
    case 'mention':
      return `${who}${label} mentioned you${read}, `
    case 'reply':
      return `${who}${label} answered you${read}, `
    case 'assignment':
      return `${who}${label} assigned you ${task?.name ?? 'a task'}${read}, `
    case 'approval':
      return `${who}${label} approved your idea ${task?.name ?? ''}${read}, `
    case 'completed':
      return `${task?.name ?? ''}${label} was completed${who === '' ? '' : ` by ${who}`}, `
    case 'approved':
      return `${task?.name ?? ''}${label} was approved, `
    case 'blocked':
      return `${task?.name ?? ''}${label} is blocked${who === '' ? '' : ` at ${who}`}, `
    case 'waiting':
      return `${who}${label} waits for an answer, `
    case 'decided':
    case 'asked':
    case 'said':
      return `${who}${label} `
  }
}

/** The author, which the text itself could fake; for a model also the trust. */
function labelOf(entry: Entry, reader: Reader): string {
  const { writers, author, task } = entry
  // a task's worker needn't have written any of it
  const sayer = isOfTask(entry) ? null : author
  const others = task === null ? [] : writers.filter(({ id }) => id !== sayer?.id)
  const isForModel = reader.kind === 'agent'
  const [trust, ...more] = writers.map((account) => trustOf(account, reader))
  const label = [
    ...(sayer !== null && (isForModel || sayer.type === 'agent') ? [describedTo(reader, sayer)] : []),
    ...(others.length === 0 ? [] : [`written by ${others.map(({ handle }) => `@${handle}`).join(' and ')}`]),
    ...(isForModel && trust !== undefined ? [`trust: ${leastTrusted(trust, ...more)}`] : []),
  ]
  return label.length === 0 ? '' : ` (${label.join('; ')})`
}

function isOfTask({ kind }: Entry): boolean {
  return kind === 'completed' || kind === 'approved' || kind === 'blocked'
}

function describedTo(reader: Reader, { handle, type, ownerHandle }: Account): string {
  return describeAuthor({ sender_name: handle, sender_type: type, owner: ownerHandle }, reader)
}

function countsOf({ replies, reactions }: Entry): string[] {
  return [
    ...(replies === 0 ? [] : [counted(replies, 'reply', 'replies')]),
    ...(reactions === 0 ? [] : [counted(reactions, 'reaction', 'reactions')]),
  ]
}

/** `#dev: 340 messages by @ana, @bob and 3 more; #release; 2 new tasks /m/0f8fad5b`. */
export function channelLine({ name, messages, newTasks, authors, topics, firstId }: Channel): string {
  const more = authors.length - AUTHORS_SHOWN
  const named = authors.slice(0, AUTHORS_SHOWN).map((handle) => `@${handle}`)
  const by = [named.join(', '), ...(more > 0 ? [`${more} more`] : [])].join(' and ')
  const parts = [
    ...(messages === 0 ? [] : [`${counted(messages, 'message', 'messages')} by ${by}`]),
    ...(topics.length === 0 ? [] : [topics.map((topic) => `#${onOneLine(cutAt(topic, 30))}`).join(' ')]),
    ...(newTasks === 0 ? [] : [counted(newTasks, 'new task', 'new tasks')]),
  ]
  return `#${name}: ${parts.join('; ')} /m/${shortId(firstId)}`
}

export function headerOf(
  { space, address, from, to, isCut, span, addressedCount }: Material,
  { messages, authors }: { readonly messages: number; readonly authors: number },
): string {
  const name = cutAt(onOneLine(space.name), SPACE_CHARS)
  if (span.skip > 0) return `${name}: more that is addressed to you. Links are below ${address}`
  if (to === null) {
    if (addressedCount > 0) return `${name}: nothing new. Links are below ${address}`
    return `Nothing new in ${name}${from === null ? '' : ` since ${dayTimeOf(from)} UTC`}.`
  }
  const since = from === null ? 'up to' : `${dayTimeOf(from)} to`
  const much = `${isCut ? 'the newest ' : ''}${counted(messages, 'message', 'messages')} by ${counted(authors, 'other', 'others')}${isCut ? ' (there are more before)' : ''}`
  return `${name}, ${since} ${dayTimeOf(to)} UTC: ${much}. Links are below ${address}`
}

export function counted(count: number, one: string, many: string): string {
  return `${count.toLocaleString('en-US')} ${count === 1 ? one : many}`
}

/** `01-30 14:05`, UTC. */
function timeOf(at: number): string {
  return dayTimeOf(at).slice(5)
}

function dayTimeOf(at: number): string {
  return new Date(at).toISOString().slice(0, 16).replace('T', ' ')
}
