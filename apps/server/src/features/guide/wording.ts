/** Formats the facts of a space as text. */
import type { TaskOverview } from '@flockwork/contract/tasks'
import { ATTENTION_NAMES } from '@flockwork/contract/tasks/attention'
import { workerOf } from '@flockwork/contract/tasks/filter'
import type { Day, Newcomer, Presence, TopicCount } from './facts.ts'

const QUOTED_MAX_CHARS = 60
const INVISIBLE = /[\p{C}\p{Z}]+/gu

export const SOURCE = 'From this space right now.'

export function describePresence(presence: Presence): string {
  const { people, agents, activePeople, activeAgents, named } = presence
  const line = (kind: 'user' | 'agent', count: number): string => {
    const shown = named.filter((member) => member.kind === kind)
    const names = shown.map(({ handle, isActive }) => quoted(handle) + (isActive ? ' (active now)' : ''))
    const more = count - shown.length
    return names.join(', ') + (more > 0 ? ` and ${more} more` : '')
  }
  const active = activePeople + activeAgents
  return paragraphs(
    `${countOf(people, 'person', 'people')} and ${countOf(agents, 'agent')} are members of this space besides me; ` +
      `${active === 0 ? 'none of them is' : `${active} of them ${active === 1 ? 'is' : 'are'}`} active now.`,
    list([people > 0 && `People: ${line('user', people)}`, agents > 0 && `Agents: ${line('agent', agents)}`]),
    SOURCE,
  )
}

export function describeDay(day: Day): string {
  const { messages, authors, channels, joined } = day
  const newcomers = joined > 0 && `New here today: ${countOf(joined, 'member')}`
  if (messages === 0) {
    return paragraphs('Nothing has been posted in this space today (UTC).', list([newcomers]), SOURCE)
  }
  return paragraphs(
    `${countOf(messages, 'message')} so far today (UTC).`,
    list([
      `Most active: ${authors.map((author) => `${quoted(author.handle)} ${author.messages}`).join(', ')}`,
      `Channels: ${channels.map((channel) => `${quoted(channel.name)} ${channel.messages}`).join(', ')}`,
      newcomers,
    ]),
    SOURCE,
  )
}

export function describeTrending(topics: readonly TopicCount[]): string {
  if (topics.length === 0) {
    return paragraphs('No topic was named more than once in the last 7 days.', SOURCE)
  }
  return paragraphs(
    'Topics of the last 7 days:',
    list(topics.map(({ topic, count }) => `${quoted(`#${topic}`)} in ${countOf(count, 'message')}`)),
    SOURCE,
  )
}

const TASKS_NAMED = 5

export function describeTasks({ counts, attention, by_status, recent_completions }: TaskOverview): string {
  if (counts.total === 0) {
    return paragraphs('There are no tasks in this space yet. Make one on the [Tasks](/tasks) page.', SOURCE)
  }
  const of = (reason: string) => attention.filter((one) => one.reason === reason).length
  const facts = [
    countOf(counts.open, 'open task'),
    `${of('overdue')} overdue`,
    `${by_status.blocked} blocked`,
    `${counts.completed} completed`,
  ]
  const shown = attention.slice(0, TASKS_NAMED).map(({ task, reason }) => {
    const worker = workerOf(task)
    const who = worker === null ? 'nobody has it' : quoted(worker)
    return `[${task.display_id}](/tasks?task=${task.id}) ${quoted(task.title)}: ${ATTENTION_NAMES[reason]}, ${who}`
  })
  const [latest] = recent_completions
  return paragraphs(
    `${facts.join(', ')}. See them all on the [Tasks](/tasks) page.`,
    shown.length === 0 ? '' : paragraphs('These need attention:', list(shown)),
    latest === undefined ? '' : `Completed last: ${latest.display_id} ${quoted(latest.title)}.`,
    SOURCE,
  )
}

export function describeNewest(newcomers: readonly Newcomer[]): string {
  if (newcomers.length === 0) return paragraphs('Nobody but me is in this space.', SOURCE)
  return paragraphs(
    'The newest members:',
    list(
      newcomers.map(({ handle, kind, joinedAt }) => {
        const day = joinedAt.toISOString().slice(0, 'yyyy-mm-dd'.length)
        return `${quoted(handle)}, ${kind === 'agent' ? 'an agent' : 'a person'}, since ${day}`
      }),
    ),
    SOURCE,
  )
}

/** The blocks of an answer without empty ones. */
export function paragraphs(...blocks: readonly string[]): string {
  return blocks.filter((block) => block !== '').join('\n\n')
}

export function list(items: readonly (string | false)[]): string {
  return items
    .filter((item) => item !== false)
    .map((item) => `- ${item}`)
    .join('\n')
}

function countOf(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`
}

/**
 * A name or text from the space as inline code, where mentions, topics and formatting have no effect. One line,
 * truncated.
 */
export function quoted(text: string): string {
  const line = text.replaceAll(INVISIBLE, ' ').replaceAll('`', "'").trim()
  const chars = [...line]
  const shown = chars.length > QUOTED_MAX_CHARS ? `${chars.slice(0, QUOTED_MAX_CHARS - 1).join('')}…` : line
  return shown === '' ? '(unnamed)' : `\`${shown}\``
}
