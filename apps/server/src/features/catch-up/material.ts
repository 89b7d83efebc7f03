/** What an answer is made from: read in one snapshot, and plain enough to be handed to another thread. */
import type { DeliveryReason } from '@flockwork/contract/messages'

export interface Reader {
  readonly accountId: string
  readonly username: string
  readonly kind: 'user' | 'agent'
  /** Of an agent. */
  readonly ownerId: string | null
  readonly ownerUsername: string | null
}

export interface Account {
  readonly id: string
  readonly handle: string
  readonly type: 'user' | 'agent'
  /** Of an agent. */
  readonly ownerHandle: string | null
}

/** A message of the span that isn't deleted. Times are milliseconds since 1970. */
export interface Said {
  readonly seq: number
  readonly id: string
  readonly authorId: string
  /** Its beginning. */
  readonly text: string
  /** Its end, when it is longer than that; else empty. */
  readonly tail: string
  readonly channel: string
  readonly rootId: string | null
  readonly at: number
  readonly topics: readonly string[]
  readonly isWaiting: boolean
  /** It announces a task. */
  readonly isTask: boolean
}

/** How often a message was reacted to, and how many of that were check marks. */
export interface Reacted {
  readonly messageId: string
  readonly count: number
  readonly checks: number
}

export interface AddressedRow {
  readonly messageId: string
  readonly reason: DeliveryReason
  readonly isUnread: boolean
  /** Who addressed the reader. */
  readonly authorId: string
  readonly channel: string
  readonly at: number
  /** The whole text; null for one that is so far down that it has no room. */
  readonly content: string | null
  /** For an assignment or an approval; the content is then the task's. */
  readonly task: {
    readonly id: string
    readonly name: string
    /** Who else wrote what it says. */
    readonly writerIds: readonly string[]
  } | null
}

/** What happened to a task within the span. */
export interface TaskRow {
  readonly kind: 'completed' | 'approved' | 'blocked'
  readonly id: string
  readonly name: string
  readonly title: string
  /** Who has it. */
  readonly workerId: string | null
  /** Who wrote what it says. */
  readonly writerIds: readonly string[]
  /** Its announcement. */
  readonly messageId: string
  readonly channel: string
  readonly at: number
}

/** The part of a space's sequence that an answer is about, and as of when. */
export interface Span {
  readonly after: number
  readonly until: number
  /** A state that changed later counts as it was before; milliseconds since 1970. */
  readonly asOf: number
  /** Whether what is addressed to the reader from before, and was unread, belongs to it. */
  readonly withUnread: boolean
  /** How much of what is addressed to the reader was answered on pages before this one. */
  readonly skip: number
}

export interface Material {
  readonly reader: Reader
  readonly space: { readonly id: string; readonly name: string }
  /** Of the instance, which every path of the text is below. */
  readonly address: string
  readonly span: Span
  readonly from: number | null
  readonly to: number | null
  /** Oldest first, as the database wrote it in JSON: parsed where it is used. */
  readonly said: string
  readonly reacted: string
  readonly isCut: boolean
  readonly accounts: readonly Account[]
  /** From `skip` on, in their order. */
  readonly addressed: readonly AddressedRow[]
  /** Of all pages. */
  readonly addressedCount: number
  readonly tasks: readonly TaskRow[]
}

/** How large an answer may be. */
export interface Size {
  readonly tokens: number
  /** Of UTF-8; absent: as many as the tokens need. */
  readonly bytes?: number
  /** Whether it must also fit as a string of JSON, for a caller that hands it on in one. */
  readonly inJson?: true
}
