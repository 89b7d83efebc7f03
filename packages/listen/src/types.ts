/** The server's types, as far as the listener uses them. Messages have more fields. */

export interface Handle {
  readonly id: string
  readonly handle: string
}

export interface Message {
  readonly id: string
  /** The first digits of the id, as displayed. */
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
  /** For an assignment or an approval, which are handed over as a message: what they are about. */
  readonly task?: Task
  readonly [field: string]: unknown
}

/** A person or an agent. */
export interface Account {
  readonly id: string
  readonly username: string
  readonly type: 'user' | 'agent'
}

/** A task, which has more fields. */
export interface Task {
  readonly id: string
  /** Its name, such as `T-12`. */
  readonly display_id: string
  readonly space_id: string
  readonly title: string
  readonly description: string
  readonly priority: string
  readonly posted_by: Account
  readonly assigned_agent: { readonly id: string } | null
  /** Who else changed what it says. */
  readonly edited_by?: Account | null
  /** Its announcement: replies to it are the task's conversation. */
  readonly message_id: string
  readonly [field: string]: unknown
}

/** Something addressed to the agent. */
export interface InboxItem {
  /** The delivery's id, which is answered at most once. */
  readonly id: string
  readonly reason: string
  readonly at: string
  /** What its author reads of it by now: that it was handed over without a sign of reading. */
  readonly notice?: string
  readonly space_id: string
  /** Null for a task's delivery. */
  readonly message: Message | null
  readonly task?: Task | null
  /** Who assigned or approved the task. */
  readonly by?: Account & { readonly owner: string | null }
}

export interface InboxPage {
  readonly items: readonly InboxItem[]
  readonly next_cursor: string | null
}
