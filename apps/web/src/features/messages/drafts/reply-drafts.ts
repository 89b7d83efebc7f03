import type { Message } from '@flockwork/contract/messages'
import { useMemo, useSyncExternalStore } from 'react'
import { useServices } from '../../../api/services.ts'
import { useSignedIn } from '../../../api/use-session.ts'

/** Where the draft of a reply belongs. A reply to a reply names the top of its thread too: that row is marked as well. */
export function replyDraft({ id, thread_root_id: root }: Pick<Message, 'id' | 'thread_root_id'>): string {
  return root === null || root === id ? `reply:${id}` : `reply:${id}:${root}`
}

/** Where replies were begun: a pencil marks them. */
export interface ReplyDrafts {
  /** The messages whose reply boxes hold text. */
  readonly messages: ReadonlySet<string>
  /** The tops of the threads with such a message. */
  readonly roots: ReadonlySet<string>
}

export const NO_DRAFTS: ReplyDrafts = { messages: new Set(), roots: new Set() }

const KEY = /^reply:([^:]+)(?::(.+))?$/

/** Read from the keys of all drafts. */
export function replyDraftsOf(keys: readonly string[]): ReplyDrafts {
  const found = keys.map((key) => KEY.exec(key)).filter((match) => match !== null)
  return {
    messages: new Set(found.map(([, id = '']) => id)),
    roots: new Set(found.map(([, id = '', root = id]) => root)),
  }
}

/** Those of the space on screen; the same object until one comes or goes. */
export function useReplyDrafts(): ReplyDrafts {
  const { spaceStates } = useServices()
  const { profile, spaceId } = useSignedIn()
  const read = () => spaceStates.read(profile.id, spaceId).drafts
  const keys = Object.keys(useSyncExternalStore(spaceStates.subscribe, read)).join('\n')
  return useMemo(() => replyDraftsOf(keys.split('\n')), [keys])
}
