import type { Message } from '@flockwork/contract/messages'
import type { RosterItem } from '@flockwork/contract/spaces'
import { createContext, useContext } from 'react'
import type { Violation } from '../../../api/api-error.ts'
import type { ReplyDrafts } from '../drafts/reply-drafts.ts'
import type { PendingSend } from '../state/pending.ts'

/** Why a reply wasn't sent: the guardrails' violation, or else the server's reason, if either is known. */
export interface Refusal {
  readonly violation: Violation | null
  readonly reason: string | null
}

/** The outcome of a reply from its box; accepted: the box may close. */
export type BoxOutcome = { readonly isAccepted: true } | ({ readonly isAccepted: false } & Refusal)

/** What can be done with the rows. The same object while the page is mounted. */
export interface FeedActions {
  /** Opens or closes the reply box of a message. */
  reply: (message: Message) => void
  closeReply: (parentId: string) => void
  replyInComposer: (message: Message) => void
  openSheet: (message: Message) => void
  /** Adds the reaction, or removes it. */
  react: (message: Message, emoji: string) => void
  /** Opens the emoji picker. */
  openPicker: (message: Message) => void
  startEdit: (message: Message) => void
  endEdit: (messageId: string) => void
  /** Opens the confirmation of a deletion, the earlier texts, or why the message came about. */
  open: (window: 'delete' | 'history' | 'cause', message: Message) => void
  markRead: (ids: readonly string[]) => void
  /** Marks the message read once it was in view for a moment. @returns a function that stops watching */
  watch: (element: Element, id: string) => () => void
  setThreadOpen: (rootId: string, isOpen: boolean) => void
  retry: (clientId: string) => void
  edit: (send: PendingSend) => void
  discard: (clientId: string) => void
  /** Sends a reply from its box; if it fails once that is gone, it stays in the feed. */
  send: (content: string, parent: Message, isBoxThere: () => boolean) => Promise<BoxOutcome>
}

/** What the rows read. A new object when one of them changes. */
export interface FeedFacts {
  spaceId: string
  /** The space's id, or `DEMO_FEED`. */
  feedId: string
  viewerId: string
  viewerName: string
  isRead: (message: Message) => boolean
  /** The message whose reply box is open. */
  replyingTo: string | null
  /** The message that is being edited. */
  editingId: string | null
  /** The message of the URL, which is highlighted. */
  targetId: string | null
  /** The row that Tab reaches. */
  activeId: string | null
  /** People and agents of the space by id; empty until loaded. */
  people: ReadonlyMap<string, RosterItem>
  /** Their handles, which a pending message may mention. */
  handles: ReadonlySet<string>
  /** Roots with something below them that isn't a reply yet: pending, or being worked on. */
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
  return required(useContext(Actions))
}

export function useFeedFacts(): FeedFacts {
  return required(useContext(Facts))
}

function required<Value>(value: Value | null): Value {
  if (value === null) throw new Error('This component is outside the feed')
  return value
}
