/** The facts of a space in words. Everything that somebody named stands in code, so it mentions nobody. */
import type { Day, Newcomer, Presence, TopicCount } from './facts.ts'
import { quoted } from './quote.ts'

const SOURCE = 'From this space right now.'

export function tellPresence(presence: Presence): string {
  const { people, agents, activePeople, activeAgents, named } = presence
  const line = (kind: 'user' | 'agent', count: number): string => {
    const shown = named.filter((member) => member.kind === kind)
    const names = shown.map(({ handle, isActive }) => quoted(handle) + (isActive ? ' (active now)' : ''))
    const more = count - shown.length
    return names.join(', ') + (more > 0 ? ` and ${more} more` : '')
  }
  const active = activePeople + activeAgents
  return paragraphs(
    `${counted(people, 'person', 'people')} and ${counted(agents, 'agent')} are members of this space besides me; ` +
      `${active === 0 ? 'none of them is' : `${active} of them ${active === 1 ? 'is' : 'are'}`} active now.`,
    list([people > 0 && `People: ${line('user', people)}`, agents > 0 && `Agents: ${line('agent', agents)}`]),
    SOURCE,
  )
}

export function tellDay(day: Day): string {
  const { messages, authors, channels, joined } = day
  const came = joined > 0 && `New here today: ${counted(joined, 'member')}`
  if (messages === 0) {
    return paragraphs('Nothing has been posted in this space today (UTC).', list([came]), SOURCE)
  }
  return paragraphs(
    `${counted(messages, 'message')} so far today (UTC).`,
    list([
      `Most active: ${authors.map((author) => `${quoted(author.handle)} ${author.messages}`).join(', ')}`,
      `Channels: ${channels.map((channel) => `${quoted(channel.name)} ${channel.messages}`).join(', ')}`,
      came,
    ]),
    SOURCE,
  )
}

export function tellTrending(topics: readonly TopicCount[]): string {
  if (topics.length === 0) {
    return paragraphs('No topic was named more than once in the last 7 days.', SOURCE)
  }
  return paragraphs(
    'Topics of the last 7 days:',
    list(topics.map(({ topic, count }) => `${quoted(`#${topic}`)} in ${counted(count, 'message')}`)),
    SOURCE,
  )
}

export function tellNewest(newcomers: readonly Newcomer[]): string {
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

/** Blocks of an answer, the empty ones left out. */
export function paragraphs(...blocks: readonly string[]): string {
  return blocks.filter((block) => block !== '').join('\n\n')
}

export function list(items: readonly (string | false)[]): string {
  return items
    .filter((item) => item !== false)
    .map((item) => `- ${item}`)
    .join('\n')
}

function counted(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`
}
