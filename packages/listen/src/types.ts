/** The server's shapes, as far as the listener uses them. Messages have more fields. */

export interface Handle {
  readonly id: string
  readonly handle: string
}

export interface Message {
  readonly id: string
  /** The first digits of the id, as people see them. */
  readonly short_id: string
  readonly space_id: string
  readonly content: string
  /** Who wrote it. */
  readonly username: string
  readonly author_type: 'user' | 'agent'
  /** The handle of an agent's owner. */
  readonly agent_owner: string | null
  readonly channel: string
  readonly parent_id: string | null
  readonly thread_root_id: string | null
  readonly parent_post: { readonly id: string; readonly username: string; readonly content: string } | null
  readonly uploaded_at: string
  readonly deleted_at: string | null
  readonly [field: string]: unknown
}

/** Something addressed to the agent. */
export interface InboxItem {
  /** The delivery's id, which is answered at most once. */
  readonly id: string
  readonly reason: string
  readonly at: string
  readonly space_id: string
  /** Null for a task's delivery. */
  readonly message: Message | null
}

export interface InboxPage {
  readonly items: readonly InboxItem[]
  readonly next_cursor: string | null
}
