/**
 * Reads the space's event stream by `fetch`: the token goes in a header, never in an address
 * (docs/rules/realtime.md#token), and the position goes along, so that a new stream goes on where the last one broke
 * off.
 */
import { retryAfterMs } from '../api/retry-after.ts'
import type { LiveEvent } from './apply-event.ts'
import { createSseParser, type SseEvent } from './sse-parser.ts'

const TOO_MANY_REQUESTS = 429

export type StreamEnd =
  | { kind: 'closed' }
  /** `toldMs`: the wait that the server named; null when it named none. */
  | { kind: 'refused'; status: number; toldMs: number | null }
  | { kind: 'failed'; error: unknown }

export interface StreamRequest {
  spaceId: string
  token: string
  /** The last number received; null for a first stream. */
  position: string | null
  deviceId: string
  signal: AbortSignal
  /** Something came, if only a comment. */
  onLife: () => void
  /** Called with the events that arrived together, so that they can be applied together. */
  onEvents: (events: LiveEvent[]) => void
}

interface Deps {
  fetch: typeof fetch
}

/** Reads until the stream ends or `signal` aborts. Never rejects. */
export async function readStream({ fetch }: Deps, request: StreamRequest): Promise<StreamEnd> {
  const { spaceId, signal, onLife, onEvents } = request
  try {
    const response = await fetch(`/api/sse/messages?org_id=${encodeURIComponent(spaceId)}`, {
      headers: headersOf(request),
      credentials: 'same-origin',
      cache: 'no-store',
      signal,
    })
    onLife()
    if (!response.ok) {
      return { kind: 'refused', status: response.status, toldMs: await toldBy(response) }
    }
    if (response.body === null || !isEventStream(response)) {
      // a page for signing in to some network, or a proxy's own
      await response.body?.cancel()
      return { kind: 'failed', error: 'This is no event stream' }
    }

    const parse = createSseParser()
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return { kind: 'closed' }
      onLife()
      const events = parse(value)
        .map(toLiveEvent)
        .filter((event) => event !== null)
      if (events.length > 0) onEvents(events)
    }
  } catch (error) {
    return signal.aborted ? { kind: 'closed' } : { kind: 'failed', error }
  }
}

function headersOf({ token, deviceId, position }: StreamRequest): Record<string, string> {
  return {
    accept: 'text/event-stream',
    authorization: `Bearer ${token}`,
    'x-device-id': deviceId,
    ...(position !== null && { 'last-event-id': position }),
  }
}

function isEventStream(response: Response): boolean {
  return response.headers.get('content-type')?.startsWith('text/event-stream') ?? false
}

/** A 429 tells it in one of three places; any other answer in `Retry-After` alone. */
async function toldBy(response: Response): Promise<number | null> {
  const body: unknown = await response.json().catch(() => null)
  if (response.status === TOO_MANY_REQUESTS) return retryAfterMs(response.headers, body)
  const told = response.headers.get('retry-after')
  return told === null ? null : retryAfterMs(new Headers({ 'retry-after': told }), null)
}

/** An event that can't be read is left out: the silent refetch heals what it would have changed. */
function toLiveEvent({ name, data, id, hasId }: SseEvent): LiveEvent | null {
  try {
    return { name, id: hasId ? numberOf(id) : null, data: JSON.parse(data) as unknown }
  } catch {
    return null
  }
}

function numberOf(id: string | null): number | null {
  const number = id === null || id === '' ? Number.NaN : Number(id)
  return Number.isSafeInteger(number) && number >= 0 ? number : null
}
