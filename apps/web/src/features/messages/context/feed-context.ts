import type { Message } from '@flockwork/contract/messages'
import type { RosterItem } from '@flockwork/contract/spaces'
import { createContext, useContext } from 'react'
import type { Violation } from '../../../api/api-error.ts'
import type { ReplyDrafts } from '../drafts/reply-drafts.ts'
import type { PendingSend } from '../state/pending.ts'

/** Why a reply stays in its box: what the guardrails said or else the server, as far as they did. */
export interface Refusal {
  readonly violation: Violation | null
  readonly reason: string | null
}

/** What became of a reply from its box. */
export type BoxOutcome = { readonly isOnItsWay: true } | ({ readonly isOnItsWay: false } & Refusal)

/** What can be done with the rows. The same object as long as the page stands. */
export interface FeedActions {
  /** Opens the reply box of a message, or closes it. */
  reply: (message: Message) => void
  closeReply: (parentId: string) => void
  replyInComposer: (message: Message) => void
  openSheet: (message: Message) => void
  /** Gives the emoji, or takes it back. */
  react: (message: Message, emoji: string) => void
  /** Opens the picker of emoji for a message. */
  openPicker: (message: Message) => void
  /** Turns the message into a field, where its text may be changed. */
  startEdit: (message: Message) => void
  endEdit: () => void
  /** Asks whether to delete it. */
  askDelete: (message: Message) => void
  openHistory: (message: Message) => void
  markRead: (ids: readonly string[]) => void
  /** Marks the message read once it was in view for a moment. @returns how to stop watching */
  watch: (element: Element, id: string) => () => void
  setThreadOpen: (rootId: string, isOpen: boolean) => void
  retry: (clientId: string) => void
  edit: (send: PendingSend) => void
  discard: (clientId: string) => void
  /** Sends what a reply box holds. */
  send: (content: string, parent: Message) => Promise<BoxOutcome>
}

/** What the rows look up. A new object when one of it changes. */
export interface FeedFacts {
  spaceId: string
  /** Whose feed the rows are of: the space's, or another that stands in its place. */
  feedId: string
  viewerId: string
  viewerName: string
  isRead: (message: Message) => boolean
  /** The message whose reply box is open. */
  replyingTo: string | null
  /** The message whose text is being changed. */
  editingId: string | null
  /** The message of the address, which stands out. */
  targetId: string | null
  /** The row that Tab reaches. */
  activeId: string | null
  /** People and agents of the space by their id; empty until they are known. */
  people: ReadonlyMap<string, RosterItem>
  /** Their handles: who a text that isn't sent yet may mention. */
  handles: ReadonlySet<string>
  /** Roots with something below them that isn't a reply yet: on its way, or being worked on. */
  busyRoots: ReadonlySet<string>
  /** Threads the reader opened or closed. */
  threads: ReadonlyMap<string, boolean>
  drafts: ReplyDrafts
  /** Whether the message came just now, while the feed was on screen. */
  isFresh: (message: Message) => boolean
}

const Actions = createContext<FeedActions | null>(null)
const Facts = createContext<FeedFacts | null>(null)

export const FeedActionsProvider = Actions.Provider
export const FeedFactsProvider = Facts.Provider

export function useFeedActions(): FeedActions {
  return known(useContext(Actions))
}

export function useFeedFacts(): FeedFacts {
  return known(useContext(Facts))
}

function known<Value>(value: Value | null): Value {
  if (value === null) throw new Error('This part stands outside the feed')
  return value
}
