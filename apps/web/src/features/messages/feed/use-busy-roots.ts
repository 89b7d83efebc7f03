import { useState } from 'react'
import type { FeedState } from '../state/feed-state.ts'

/** Roots with something below them that isn't a reply yet: a pending one, or an agent at work. */
function busyRoots({ pending, working, byId }: FeedState): Set<string> {
  const roots = new Set<string>()
  for (const { threadRootId } of pending) if (threadRootId !== null) roots.add(threadRootId)
  for (const { messageId } of working) roots.add(byId.get(messageId)?.thread_root_id ?? messageId)
  return roots
}

/** The same set until its content changes, so that an arriving message doesn't render every row again. */
export function useBusyRoots(state: FeedState): ReadonlySet<string> {
  const [previous, setPrevious] = useState<ReadonlySet<string>>(new Set())
  const roots = busyRoots(state)
  const isSame = roots.size === previous.size && [...roots].every((id) => previous.has(id))
  if (!isSame) setPrevious(roots)
  return isSame ? previous : roots
}
