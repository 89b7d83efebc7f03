import type { Message } from '@flockwork/contract/messages'
import { useMemo, useSyncExternalStore } from 'react'
import { useServices } from '../../../api/services.ts'
import { useSignedIn } from '../../../api/use-session.ts'

/** The key of a reply's draft. In a thread it names the root, too, because the root's row is marked as well. */
export function replyDraft({ id, thread_root_id: root }: Pick<Message, 'id' | 'thread_root_id'>): string {
  return root === null || root === id ? `reply:${id}` : `reply:${id}:${root}`
}

/** The messages that are marked because of an unsent reply. */
export interface ReplyDrafts {
  /** Messages whose reply has a draft. */
  readonly messages: ReadonlySet<string>
  /** Roots of the threads with such a message. */
  readonly roots: ReadonlySet<string>
}

export const NO_DRAFTS: ReplyDrafts = { messages: new Set(), roots: new Set() }

const KEY = /^reply:([^:]+)(?::(.+))?$/

/** @param keys the keys of all drafts */
export function replyDraftsOf(keys: readonly string[]): ReplyDrafts {
  const found = keys.map((key) => KEY.exec(key)).filter((match) => match !== null)
  return {
    messages: new Set(found.map(([, id = '']) => id)),
    roots: new Set(found.map(([, id = '', root = id]) => root)),
  }
}

/** The reply drafts of the space on screen; the same object until one is added or removed. */
export function useReplyDrafts(): ReplyDrafts {
  const { spaceStates } = useServices()
  const { profile, spaceId } = useSignedIn()
  const read = () => spaceStates.read(profile.id, spaceId).drafts
  const keys = Object.keys(useSyncExternalStore(spaceStates.subscribe, read)).join('\n')
  return useMemo(() => replyDraftsOf(keys.split('\n')), [keys])
}
