/** The input of an answer: read in one snapshot, and structured-cloneable for the worker thread. */
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
  /** The start of the text. */
  readonly text: string
  /** The end of a longer text; else empty. */
  readonly tail: string
  readonly channel: string
  readonly rootId: string | null
  readonly at: number
  readonly topics: readonly string[]
  readonly isWaiting: boolean
  /** Whether it announces a task. */
  readonly isTask: boolean
}

/** The number of reactions to a message, and of check marks among them. */
export interface Reacted {
  readonly messageId: string
  readonly count: number
  readonly checks: number
}

export interface AddressedRow {
  readonly messageId: string
  readonly reason: DeliveryReason
  readonly isUnread: boolean
  /** The account that addressed the reader. */
  readonly authorId: string
  readonly channel: string
  readonly at: number
  /** The whole text; null for one so far down that it can't fit. */
  readonly content: string | null
  /** For an assignment or an approval; the content is then the task's. */
  readonly task: {
    readonly id: string
    readonly name: string
    /** The other accounts that wrote its text. */
    readonly writerIds: readonly string[]
  } | null
}

/** A change of a task within the span. */
export interface TaskRow {
  readonly kind: 'completed' | 'approved' | 'blocked'
  readonly id: string
  readonly name: string
  readonly title: string
  /** Its worker. */
  readonly workerId: string | null
  /** The accounts that wrote its text. */
  readonly writerIds: readonly string[]
  /** Its announcement. */
  readonly messageId: string
  readonly channel: string
  readonly at: number
}

/** The part of a space's sequence that an answer covers, and its point in time. */
export interface Span {
  readonly after: number
  readonly until: number
  /** States are as of this time, in milliseconds since 1970. */
  readonly asOf: number
  /** Whether it includes earlier unread deliveries. */
  readonly withUnread: boolean
  /** How many of the reader's deliveries were on previous pages. */
  readonly skip: number
}

export interface Material {
  readonly reader: Reader
  readonly space: { readonly id: string; readonly name: string }
  /** The base URL of the instance, for the paths in the text. */
  readonly address: string
  readonly span: Span
  readonly from: number | null
  readonly to: number | null
  /** Oldest first, as JSON from the database, parsed in the worker thread. */
  readonly said: string
  readonly reacted: string
  readonly isCut: boolean
  readonly accounts: readonly Account[]
  /** From `skip` on, in order. */
  readonly addressed: readonly AddressedRow[]
  /** Over all pages. */
  readonly addressedCount: number
  readonly tasks: readonly TaskRow[]
}

/** The maximum size of an answer. */
export interface Size {
  readonly tokens: number
  /** Bytes of UTF-8; absent: no limit but the tokens. */
  readonly bytes?: number
  /** Whether it must also fit as a JSON string, for a caller that embeds it in one. */
  readonly inJson?: true
}
