/**
 * The unread count of a space, from responses and events in any order (docs/rules/spaces.md#unread).
 * Pure.
 *
 * A response says up to which event it counts (`as_of`). Events are remembered, so that those after it are counted on
 * top and those before it aren't counted twice; an older response is ignored.
 */

/** The effect of one event on the count. */
export type UnreadChange =
  /** A message by somebody else. */
  | { readonly seq: number; readonly kind: 'arrived' }
  /** A message by somebody else was deleted. */
  | {
      readonly seq: number
      readonly kind: 'gone'
      readonly messageId: string
      readonly messageSeq: number
    }
  /** The reader read on, here or in another browser. */
  | {
      readonly seq: number
      readonly kind: 'seen'
      readonly unread: number
      readonly position: number | null
    }

/** The server's count. */
export interface UnreadAnswer {
  readonly unread: number
  /** The newest event included in it. */
  readonly asOf: number
  /** The `seq` up to which the user has read. */
  readonly position: number
}

export interface UnreadState {
  readonly answer: UnreadAnswer | null
  /** In order, every one after `completeFrom`. */
  readonly changes: readonly UnreadChange[]
  /** Events up to here may have been missed. */
  readonly completeFrom: number
  /** The newest event so far. */
  readonly head: number
}

export const NO_UNREAD: UnreadState = { answer: null, changes: [], completeFrom: 0, head: 0 }

/** A response is never older than this many changes: it is refetched every 30 s. */
const CHANGES_MAX = 1000
const CHANGES_KEPT = 500

/** After an event; `change` is null for one that changes nothing. One that came before changes nothing. */
export function withEvent(state: UnreadState, seq: number, change: UnreadChange | null): UnreadState {
  if (seq <= state.head) return state
  if (change === null) return { ...state, head: seq }
  const changes = [...state.changes, change]
  if (changes.length <= CHANGES_MAX) return { ...state, changes, head: seq }
  const dropped = changes.slice(0, -CHANGES_KEPT)
  return {
    ...state,
    changes: changes.slice(-CHANGES_KEPT),
    completeFrom: dropped.at(-1)?.seq ?? state.completeFrom,
    head: seq,
  }
}

/** The stream restarted at `seq`: what was missed before it is unknown. */
export function withNewStream(state: UnreadState, seq: number): UnreadState {
  // one that starts where the last one ended, or earlier, missed nothing
  if (state.head > 0 && seq <= state.head) return state
  return { ...state, changes: [], completeFrom: seq, head: seq }
}

/** After a response of the server. One that is older than the current state is ignored. */
export function withAnswer(state: UnreadState, answer: UnreadAnswer): UnreadState {
  return state.answer !== null && answer.asOf < state.answer.asOf ? state : { ...state, answer }
}

export interface Unread {
  readonly unread: number
  readonly position: number
}

/** The unread count; null while it can't be known. */
export function unreadOf({ answer, changes, completeFrom }: UnreadState): Unread | null {
  if (answer === null || answer.asOf < completeFrom) return null
  let { unread, position } = answer
  const gone = new Set<string>()
  for (const change of changes) {
    const isCounted = change.seq <= answer.asOf
    switch (change.kind) {
      case 'arrived':
        if (!isCounted) unread += 1
        break
      case 'gone':
        // purging a message that was deleted before is another event
        if (!isCounted && !gone.has(change.messageId) && change.messageSeq > position) unread -= 1
        gone.add(change.messageId)
        break
      case 'seen':
        if (!isCounted) {
          unread = change.unread
          position = change.position ?? position
        }
    }
  }
  return { unread: Math.max(0, unread), position }
}
