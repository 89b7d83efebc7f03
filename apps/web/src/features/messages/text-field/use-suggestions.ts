import type { RosterItem } from '@flockwork/contract/spaces'
import { useMemo } from 'react'
import { useSignedIn } from '../../../api/use-session.ts'
import { mentionCandidates, topicCandidates, type Trigger } from './completion.ts'
import { feedOf } from '../state/feed-store.ts'
import { usePeople } from '../context/use-people.ts'

export type Suggestion =
  | { kind: 'mention'; name: string; item: RosterItem }
  | { kind: 'topic'; name: string; count: number }

/** Suggestions for the name being typed: people and agents of the space, or topics of the loaded messages. */
export function useSuggestions(spaceId: string, { kind, query }: Trigger): Suggestion[] {
  const { profile } = useSignedIn()
  const { all } = usePeople(spaceId)
  return useMemo(() => {
    if (kind === 'mention') {
      return mentionCandidates(all, query, profile.id).map((item) => ({ kind, name: item.handle, item }))
    }
    const topics = [...feedOf(spaceId).state().byId.values()].flatMap((message) => message.topics)
    return topicCandidates(topics, query).map(({ topic, count }) => ({ kind, name: topic, count }))
  }, [kind, query, all, profile.id, spaceId])
}
