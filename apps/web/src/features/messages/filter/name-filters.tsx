import { BotMessageSquare, Hash, type LucideIcon } from 'lucide-react'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { filterWords as words } from '../../../strings/filter.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import { ChoiceList } from '../../../ui/choice-list.tsx'
import { useChannelDetails, useChannels } from '../channels/use-channels.ts'
import { avatarKind } from '../context/author.ts'
import { usePeople } from '../context/use-people.ts'
import { useFeedState } from '../loading/use-feed.ts'
import { hashtagSummary, listAgents, listChannels, listTopics } from './filter-counts.ts'
import type { NamesFilter } from './filter-state.ts'
import { loadedMessages } from './filtered-view.ts'

interface Props {
  spaceId: string
  /** The feed whose messages are counted: the space's id, or `DEMO_FEED`. */
  feedId: string
  selected: readonly string[]
  onSelect: (names: string[]) => void
}

const avatarOf = (name: string) => <Avatar username={name} kind={avatarKind(name, 'agent')} size={22} />
const HASH = <span className="font-medium text-egg">#</span>

/** The agents of the space, with the number of their loaded messages. */
function AgentChoices({ spaceId, feedId, selected, onSelect }: Props) {
  const [text, setText] = useState('')
  const messages = loadedMessages(useFeedState(feedId))
  const agents = usePeople(spaceId).all.filter(({ type }) => type === 'agent')
  const others = agents.map(({ handle }) => handle)
  const listed = listAgents(messages, others, { selected, text })
  return (
    <ChoiceList
      label={words.agents}
      choices={listed.map((choice) => ({ ...choice, icon: avatarOf(choice.name) }))}
      selected={selected}
      onSelect={onSelect}
      box={{ placeholder: words.filterAgents, text, onText: setText }}
      none={words.noAgents}
    />
  )
}

function TopicChoices({ feedId, selected, onSelect }: Props) {
  const [text, setText] = useState('')
  const summary = hashtagSummary(loadedMessages(useFeedState(feedId)))
  return (
    <ChoiceList
      label={words.topics}
      choices={listTopics(summary, { selected, text }).map((choice) => ({ ...choice, icon: HASH }))}
      selected={selected}
      onSelect={onSelect}
      box={{ placeholder: words.filterTopics, text, onText: setText }}
      none={words.noTopics}
    />
  )
}

/** The channels of the space, with their message counts. */
function ChannelChoices({ spaceId, selected, onSelect }: Props) {
  const { data } = useChannelDetails(spaceId, true)
  const names = useChannels(spaceId)
  const counts = new Map(data?.details.map(({ name, post_count }) => [name, post_count]))
  const channels = names.map((name) => ({ name, count: counts.get(name) ?? 0 }))
  return (
    <ChoiceList
      label={words.channels}
      choices={listChannels(channels, selected)}
      selected={selected}
      onSelect={onSelect}
      none=""
    />
  )
}

interface NameFilter {
  label: string
  Icon: LucideIcon | null
  key: NamesFilter
  Choices: (props: Props) => ReactNode
}

/** The filters by name, for the bar and the sheet. */
export const NAME_FILTERS: readonly NameFilter[] = [
  { label: words.agents, Icon: BotMessageSquare, key: 'selectedAgents', Choices: AgentChoices },
  { label: words.topics, Icon: Hash, key: 'selectedHashtags', Choices: TopicChoices },
  { label: words.channels, Icon: null, key: 'selectedChannels', Choices: ChannelChoices },
]
