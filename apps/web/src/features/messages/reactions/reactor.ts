/** Adds and removes reactions: shown at once, sent one call at a time for each emoji of a message. */
import type { Reactions } from '@flockwork/contract/reactions'
import { emojiOf } from '@flockwork/contract/text/emoji'
import { REACTION_KINDS } from '@flockwork/contract/text/reactions'
import type { FeedStore } from '../state/feed-store.ts'
import {
  hasReacted,
  optimisticReaction,
  withReactionAnswer,
  withOptimisticReaction,
  displayedReactions,
  withoutOptimisticReaction,
} from '../state/optimistic-reactions.ts'

export interface Reactor {
  toggle(messageId: string, emoji: string): void
}

interface Deps {
  feed: FeedStore
  /** Idempotent, because it sets the reaction instead of toggling it: a retry or another tab does no harm. */
  react: (messageId: string, emoji: string, add: boolean) => Promise<Reactions>
  onFailure: (error: unknown) => void
  /** The flag is a report, not a reaction: the message doesn't show it. If absent, it is a reaction like any other. */
  onReported?: () => void
}

export function createReactor({ feed, react, onFailure, onReported }: Deps): Reactor {
  const busy = new Set<string>()

  /** Sends the latest choice, until the server has what the viewer chose last. */
  async function sync(id: string, emoji: string): Promise<void> {
    const key = `${id} ${emoji}`
    if (busy.has(key)) return
    busy.add(key)
    for (let isAdded = unsynced(id, emoji); isAdded !== undefined; isAdded = unsynced(id, emoji)) {
      const sent = { emoji, isAdded }
      try {
        const answer = await react(id, emoji, isAdded)
        feed.update((state) => withReactionAnswer(state, id, sent, answer))
      } catch (error) {
        feed.update((state) => withoutOptimisticReaction(state, id, emoji))
        onFailure(error)
      }
    }
    busy.delete(key)
    feed.update((state) => withoutOptimisticReaction(state, id, emoji))
  }

  async function report(id: string, reported: () => void): Promise<void> {
    try {
      await react(id, REACTION_KINDS.flag, true)
      reported()
    } catch (error) {
      onFailure(error)
    }
  }

  function unsynced(id: string, emoji: string): boolean | undefined {
    const message = feed.state().byId.get(id)
    const isAdded = optimisticReaction(feed.state(), id, emoji)
    return message && isAdded !== hasReacted(message, emoji) ? isAdded : undefined
  }

  return {
    toggle(id, typed) {
      const emoji = emojiOf(typed) ?? typed
      const message = feed.state().byId.get(id)
      if (!message) return
      const isOn = hasReacted(displayedReactions(message, feed.state().optimisticReactions.get(id)), emoji)
      if (onReported && !isOn && emoji === REACTION_KINDS.flag) {
        void report(id, onReported)
        return
      }
      feed.update((state) => withOptimisticReaction(state, id, emoji, !isOn))
      void sync(id, emoji)
    },
  }
}
