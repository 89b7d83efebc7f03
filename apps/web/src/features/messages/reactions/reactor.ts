/** Gives and takes back reactions: shown at once, one call at a time for each emoji of a message. */
import type { Reactions } from '@flockwork/contract/reactions'
import { emojiOf } from '@flockwork/contract/text/emoji'
import type { FeedStore } from '../state/feed-store.ts'
import {
  hasReacted,
  wishOf,
  withAnswered,
  withWish,
  withWishes,
  withoutWish,
} from '../state/optimistic-reactions.ts'

export interface Reactor {
  /** Gives the emoji where the viewer hasn't, takes it back where they have. */
  toggle(messageId: string, emoji: string): void
}

interface Deps {
  feed: FeedStore
  /** Says what is wanted, not "the other way round": repeating it, or another tab, does no harm. */
  react: (messageId: string, emoji: string, add: boolean) => Promise<Reactions>
  onFailure: (error: unknown) => void
}

export function createReactor({ feed, react, onFailure }: Deps): Reactor {
  const busy = new Set<string>()

  /** Sends the last wish, again and again until what the server has is what is wished. */
  async function settle(id: string, emoji: string): Promise<void> {
    const key = `${id} ${emoji}`
    if (busy.has(key)) return
    busy.add(key)
    for (let wish = unmetWish(id, emoji); wish !== undefined; wish = unmetWish(id, emoji)) {
      const sent = { emoji, isWanted: wish }
      try {
        const answer = await react(id, emoji, sent.isWanted)
        feed.update((state) => withAnswered(state, id, sent, answer))
      } catch (error) {
        feed.update((state) => withoutWish(state, id, emoji))
        onFailure(error)
      }
    }
    busy.delete(key)
    feed.update((state) => withoutWish(state, id, emoji))
  }

  function unmetWish(id: string, emoji: string): boolean | undefined {
    const held = feed.state().byId.get(id)
    const wish = wishOf(feed.state(), id, emoji)
    return held && wish !== hasReacted(held, emoji) ? wish : undefined
  }

  return {
    toggle(id, typed) {
      const emoji = emojiOf(typed) ?? typed
      const held = feed.state().byId.get(id)
      if (!held) return
      const isGiven = hasReacted(withWishes(held, feed.state().wishes.get(id)), emoji)
      feed.update((state) => withWish(state, id, emoji, !isGiven))
      void settle(id, emoji)
    },
  }
}
