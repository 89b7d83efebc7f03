import { useState } from 'react'
import type { FeedState } from '../state/feed-state.ts'

/** Roots with something below them that isn't a reply yet: a reply on its way, an agent at work on one. */
function busyRoots({ pending, working, byId }: FeedState): Set<string> {
  const roots = new Set<string>()
  for (const { threadRootId } of pending) if (threadRootId !== null) roots.add(threadRootId)
  for (const { messageId } of working) roots.add(byId.get(messageId)?.thread_root_id ?? messageId)
  return roots
}

/** The same set until it holds something else, so that messages that arrive don't draw every row anew. */
export function useBusyRoots(state: FeedState): ReadonlySet<string> {
  const [held, setHeld] = useState<ReadonlySet<string>>(new Set())
  const roots = busyRoots(state)
  const isSame = roots.size === held.size && [...roots].every((id) => held.has(id))
  if (!isSame) setHeld(roots)
  return isSame ? held : roots
}
