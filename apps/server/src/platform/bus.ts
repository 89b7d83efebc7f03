/**
 * Typed messages between the nodes of an instance, over PostgreSQL's LISTEN/NOTIFY. They say what has changed,
 * never the new state: the tables are the source of truth. What is published while a node's connection is lost misses
 * it; the node gets `reconnected` instead, and its caches start over.
 */
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type pg from 'pg'
import type { EphemeralEventName, EventData } from '@flockwork/contract/events'
import type { Database, Db, Tx } from './database.ts'
import { startListening } from './listening.ts'

/** A stream event that is never stored, by its name. */
export type EphemeralEvent = {
  [N in EphemeralEventName]: { readonly name: N; readonly data: EventData<N> }
}[EphemeralEventName]

/** What a node may publish. Each fits into one notification (8,000 bytes). */
export type OutgoingMessage =
  /** Re-read the account, its tokens, its memberships and its agents' permissions. */
  | { readonly kind: 'account_changed'; readonly accountId: string }
  | { readonly kind: 'session_ended'; readonly sessionId: string }
  /** A credential of one of the person's agents was created: their devices show it. */
  | { readonly kind: 'account_notice'; readonly accountId: string }
  /** These people left the space, with their agents. A long list is split over several messages. */
  | {
      readonly kind: 'members_left'
      readonly accountIds: readonly string[]
      readonly update: EventData<'space_update'>
    }
  /** The space was restored, with these people in it. A long list is split over several messages. */
  | {
      readonly kind: 'members_back'
      readonly accountIds: readonly string[]
      readonly update: EventData<'space_update'>
    }
  /** A program's access to an agent was revoked. */
  | { readonly kind: 'grant_ended'; readonly grantId: string }
  | { readonly kind: 'signing_keys_changed' }
  /** Re-read the guardrail settings. */
  | { readonly kind: 'guardrails_changed' }
  /** The circuit breaker pauses the agent until `until`, in milliseconds since 1970. */
  | { readonly kind: 'breaker_tripped'; readonly agentId: string; readonly until: number }
  /** The agent takes no waits until `until`, in milliseconds since 1970. Not stored. */
  | {
      readonly kind: 'waits_suspended'
      /** The publishing node, which has applied it already: waits begun there since then continue. */
      readonly from: string
      readonly agentId: string
      readonly until: number
      readonly reason: string | undefined
    }
  /** Somebody stopped the run of a managed agent for this message. */
  | { readonly kind: 'run_stopped'; readonly agentId: string; readonly messageId: string }
  | {
      readonly kind: 'ephemeral'
      readonly event: EphemeralEvent
      /** The only recipient: the owner of the private agent concerned. Absent or null: everyone in the space. */
      readonly privateTo?: string | null
    }

export type BusMessage =
  | OutgoingMessage
  /** The space has events up to `seq`. From the SQL functions that write events. */
  | { readonly kind: 'wake'; readonly spaceId: string; readonly seq: number }
  /** More spaces have events than one notification names. */
  | { readonly kind: 'wake_all' }
  /** The connection was lost and reopened: messages of any kind may have been missed. */
  | { readonly kind: 'reconnected' }

export type MessageKind = BusMessage['kind']
type MessageOf<K extends MessageKind> = Extract<BusMessage, { readonly kind: K }>

export interface Bus {
  /**
   * Publishes to every node. This node's subscribers get each message at once and again by notification, so
   * listeners must be idempotent. Exceptions: `members_left` is delivered once; so is `ephemeral`, by notification, in
   * order of publishing.
   */
  publish(messages: OutgoingMessage | readonly OutgoingMessage[]): Promise<void>
  /**
   * Calls `listener` for each message of these kinds, published on any node. A subscriber that caches should also
   * subscribe to `reconnected`. Returns `unsubscribe`.
   */
  subscribe<K extends MessageKind>(
    kinds: K | readonly K[],
    listener: (message: MessageOf<K>) => void,
  ): () => void
  stop(): Promise<void>
}

interface Deps {
  readonly database: Database
  readonly onError: (error: unknown) => void
}

/** A notification carries less than 8,000 bytes. */
const PAYLOAD_MAX_BYTES = 7900
/** The channel of `wake`, which the SQL functions write. */
const EVENTS_CHANNEL = 'events'
/** The channel of everything that `publish` sends. */
const MESSAGES_CHANNEL = 'messages'

export async function startBus({ database, onError }: Deps): Promise<Bus> {
  const nodeId = randomUUID()
  const listeners = new Map<MessageKind, Set<(message: BusMessage) => void>>()

  const deliver = (message: BusMessage) => {
    for (const listener of listeners.get(message.kind) ?? []) {
      try {
        listener(message)
      } catch (error) {
        onError(error)
      }
    }
  }

  const receive = ({ channel, payload = '' }: pg.Notification) => {
    try {
      const messages = channel === EVENTS_CHANNEL ? parseWakes(payload) : parseMessages(payload, nodeId)
      messages.forEach(deliver)
    } catch (error) {
      // another program of this database may use our channel's name
      onError(error)
    }
  }

  const listening = await startListening({
    connect: database.connect,
    channels: [EVENTS_CHANNEL, MESSAGES_CHANNEL],
    onNotification: receive,
    onConnected: () => deliver({ kind: 'reconnected' }),
    onError,
  })

  return {
    async publish(given) {
      const messages = [given].flat()
      for (const message of messages) if (message.kind !== 'ephemeral') deliver(message)
      await notify(
        database.db,
        messages.map((message) => (message.kind === 'members_left' ? { ...message, from: nodeId } : message)),
      )
    },
    subscribe(given, listener) {
      const kinds = [given].flat()
      // registered under its own kinds, and called with no other
      const registered = listener as (message: BusMessage) => void
      for (const kind of kinds) listeners.set(kind, (listeners.get(kind) ?? new Set()).add(registered))
      return () => {
        for (const kind of kinds) listeners.get(kind)?.delete(registered)
      }
    },
    stop: listening.stop,
  }
}

/** Publishes to every node when the transaction commits. Needs no bus. */
export async function publishOnCommit(tx: Tx, message: OutgoingMessage): Promise<void> {
  await notify(tx, [message])
}

async function notify(db: Db | Tx, messages: readonly OutgoingMessage[]): Promise<void> {
  const payloads = payloadsOf(messages)
  if (payloads.length === 0) return
  await sql`select pg_notify(${MESSAGES_CHANNEL}, payload) from unnest(${payloads}::text[]) as payload`.execute(
    db,
  )
}

/** `space:seq,space:seq`, or `*` for more spaces than fit. */
function parseWakes(payload: string): BusMessage[] {
  if (payload === '*') return [{ kind: 'wake_all' }]
  return payload.split(',').map((part) => {
    const [spaceId = '', seq = '0'] = part.split(':')
    return { kind: 'wake', spaceId, seq: Number(seq) }
  })
}

/** As `notify` writes them; a kind that only a newer node knows has no listeners here. */
function parseMessages(payload: string, nodeId: string): BusMessage[] {
  const messages = JSON.parse(payload) as (OutgoingMessage & { readonly from?: string })[]
  return messages.filter(({ kind, from }) => kind !== 'members_left' || from !== nodeId)
}

/** The messages in order, as JSON lists that fit into one notification each. */
function payloadsOf(messages: readonly OutgoingMessage[]): string[] {
  if (messages.length === 0) return []
  const payload = JSON.stringify(messages)
  if (messages.length === 1 || Buffer.byteLength(payload) <= PAYLOAD_MAX_BYTES) return [payload]
  const half = Math.ceil(messages.length / 2)
  return [...payloadsOf(messages.slice(0, half)), ...payloadsOf(messages.slice(half))]
}
