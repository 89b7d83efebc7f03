/**
 * The authors who posted in a space in the current minute, as far as this process knows: only a person's first post per
 * space and minute updates their activity, and the others cost nothing (docs/rules/spaces.md#activity).
 */
interface Post {
  readonly spaceId: string
  readonly authorId: string
  readonly isByAgent: boolean
}

export interface RecentAuthors {
  /** Whether a post at this time is the author's first in its space and minute. */
  isFirst(post: Post, now: number): boolean
  /** @param at when the post was stored */
  add(post: Post, at: Date): void
}

const MINUTE_MS = 60_000

export function createRecentAuthors(): RecentAuthors {
  let minute = 0
  let authors = new Set<string>()
  const minuteOf = (at: number) => Math.floor(at / MINUTE_MS)
  const keyOf = ({ spaceId, authorId }: Post) => `${spaceId} ${authorId}`

  return {
    isFirst: (post, now) => !post.isByAgent && (minuteOf(now) !== minute || !authors.has(keyOf(post))),
    add(post, at) {
      if (post.isByAgent) return
      const stored = minuteOf(at.getTime())
      if (stored !== minute) {
        minute = stored
        authors = new Set()
      }
      authors.add(keyOf(post))
    },
  }
}
