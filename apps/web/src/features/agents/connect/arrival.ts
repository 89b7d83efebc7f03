/** Whether the client that is being set up has connected (docs/rules/agents.md#arrival). Pure. */
import type { Connection } from '@flockwork/contract/agent-connection'

export type Arrival =
  | { readonly kind: 'waiting' }
  /** Longer than a successful setup takes. */
  | { readonly kind: 'late' }
  | { readonly kind: 'arrived'; readonly at: string; readonly client: string | null }

/** From here on the page suggests what may be wrong. */
export const LATE_AFTER_MS = 45_000

/** @param before the connection when the wait began; null for an agent that was registered for this client */
export function arrivalOf(now: Connection | undefined, before: Connection | null, waitedMs: number): Arrival {
  const at = now && newer(now.last_handshake_at, before?.last_handshake_at)
  if (now && at) return { kind: 'arrived', at, client: now.client }
  // a client that only uses REST; of an existing agent the call may be another program's
  if (now?.last_active_at && before === null) return { kind: 'arrived', at: now.last_active_at, client: null }
  return { kind: waitedMs < LATE_AFTER_MS ? 'waiting' : 'late' }
}

/** What went wrong since the wait began, unless the client has connected after it. */
export function errorSince(now: Connection | undefined, before: Connection | null, arrival: Arrival) {
  const error = now?.last_error
  if (!error || error.at === before?.last_error?.at) return null
  return arrival.kind === 'arrived' && arrival.at >= error.at ? null : error
}

function newer(at: string | null, before: string | null | undefined): string | null {
  return at === null || at === before ? null : at
}
