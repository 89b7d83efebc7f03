/**
 * Typed messages between the nodes of an instance, over PostgreSQL's LISTEN/NOTIFY. They say what has changed,
 * never how it is now: the tables are the truth. What is published while a node's connection is lost doesn't reach
 * it; it gets `reconnected` instead, and whoever caches starts over.
 */
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type pg from 'pg'
import type { EphemeralEventName, EventData } from '@flockwork/contract/events'
import type { Database, Db, Tx } from './database.ts'
import { startListening } from './listening.ts'

/** An event of the stream that is true for the moment and in no table, by its name. */
export type EphemeralEvent = {
  [N in EphemeralEventName]: { readonly name: N; readonly data: EventData<N> }
}[EphemeralEventName]

/** What a node may publish. Each fits into one notification (8,000 bytes). */
export type OutgoingMessage =
  /** The account, its tokens, its memberships or its agents' rights: read them again. */
  | { readonly kind: 'account_changed'; readonly accountId: string }
  | { readonly kind: 'session_ended'; readonly sessionId: string }
  /** A credential of one of the person's agents was made: their devices show it. */
  | { readonly kind: 'account_notice'; readonly accountId: string }
  /** These people are out of the space, with their agents; some of them where they are too many for one message. */
  | {
      readonly kind: 'members_left'
      readonly accountIds: readonly string[]
      readonly update: EventData<'space_update'>
    }
  /** These people are in the space again, which was restored; some of them where they are too many for one message. */
  | {
      readonly kind: 'members_back'
      readonly accountIds: readonly string[]
      readonly update: EventData<'space_update'>
    }
  /** A program's access to an agent was taken away. */
  | { readonly kind: 'grant_ended'; readonly grantId: string }
  | { readonly kind: 'signing_keys_changed' }
  /** What administrators set about the guardrails: read it again. */
  | { readonly kind: 'guardrails_changed' }
  /** The circuit breaker pauses the agent until then, milliseconds since 1970. */
  | { readonly kind: 'breaker_tripped'; readonly agentId: string; readonly until: number }
  /** The agent wants no waits until then, milliseconds since 1970. In no table. */
  | {
      readonly kind: 'waits_suspended'
      /** The publishing node, which acted on it already: a wait that began since goes on. */
      readonly from: string
      readonly agentId: string
      readonly until: number
      readonly reason: string | undefined
    }
  /** Somebody stopped what an agent that the server runs does for a message. */
  | { readonly kind: 'run_stopped'; readonly agentId: string; readonly messageId: string }
  | {
      readonly kind: 'ephemeral'
      readonly event: EphemeralEvent
      /** The owner of the private agent that it is about, who alone gets it; absent or null: everyone in the space. */
      readonly privateTo?: string | null
    }

export type BusMessage =
  | OutgoingMessage
  /** The space has events up to `seq`. From the SQL functions that write events. */
  | { readonly kind: 'wake'; readonly spaceId: string; readonly seq: number }
  /** More spaces have events than one notification names. */
  | { readonly kind: 'wake_all' }
  /** The connection was lost for a moment: messages of any kind may have been missed. */
  | { readonly kind: 'reconnected' }

export type MessageKind = BusMessage['kind']
type MessageOf<K extends MessageKind> = Extract<BusMessage, { readonly kind: K }>

export interface Bus {
  /**
   * Publishes to every node. This node's subscribers get each message at once and again by the notification, so a
   * listener must be safe to repeat; but `members_left` comes once, and `ephemeral` once, by the notification, in the
   * order of publishing.
   */
  publish(messages: OutgoingMessage | readonly OutgoingMessage[]): Promise<void>
  /**
   * Calls `listener` for each message of these kinds, published on any node. Who caches what the messages are about
   * subscribes to `reconnected`, too. Returns how to unsubscribe.
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
      // registered under the kinds that it takes, and called with no other
      const registered = listener as (message: BusMessage) => void
      for (const kind of kinds) listeners.set(kind, (listeners.get(kind) ?? new Set()).add(registered))
      return () => {
        for (const kind of kinds) listeners.get(kind)?.delete(registered)
      }
    },
    stop: listening.stop,
  }
}

/** Publishes to every node when the transaction commits, from where there is no bus or nothing to be published before. */
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

/** `space:seq,space:seq`, or `*` for more spaces than have room. */
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
