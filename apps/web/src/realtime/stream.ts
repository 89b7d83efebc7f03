/**
 * Reads a space's event stream by `fetch`: the token goes into a header, never into the URL
 * (docs/rules/realtime.md#token), and the cursor resumes where the last stream ended.
 */
import { retryAfterMs } from '../api/retry-after.ts'
import type { LiveEvent } from './apply-event.ts'
import { createSseParser, type SseEvent } from './sse-parser.ts'

const TOO_MANY_REQUESTS = 429

export type StreamEnd =
  | { kind: 'closed' }
  /** `retryAfterMs`: the server's Retry-After, if any. */
  | { kind: 'refused'; status: number; retryAfterMs: number | null }
  | { kind: 'failed'; error: unknown }

export interface StreamRequest {
  spaceId: string
  token: string
  /** The last event id received; null for a first stream. */
  cursor: string | null
  deviceId: string
  signal: AbortSignal
  /** Any bytes arrived, comments included. */
  onBytes: () => void
  /** Called with the events that arrived together, so that they can be applied together. */
  onEvents: (events: LiveEvent[]) => void
}

interface Deps {
  fetch: typeof fetch
}

/** Reads until the stream ends or `signal` aborts. Never rejects. */
export async function readStream({ fetch }: Deps, request: StreamRequest): Promise<StreamEnd> {
  const { spaceId, signal, onBytes, onEvents } = request
  try {
    const response = await fetch(`/api/sse/messages?org_id=${encodeURIComponent(spaceId)}`, {
      headers: headersOf(request),
      credentials: 'same-origin',
      cache: 'no-store',
      signal,
    })
    onBytes()
    if (!response.ok) {
      return { kind: 'refused', status: response.status, retryAfterMs: await retryAfterOf(response) }
    }
    if (response.body === null || !isEventStream(response)) {
      // a captive portal's page, or a proxy's
      await response.body?.cancel()
      return { kind: 'failed', error: 'Not an event stream' }
    }

    const parse = createSseParser()
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return { kind: 'closed' }
      onBytes()
      const events = parse(value)
        .map(toLiveEvent)
        .filter((event) => event !== null)
      if (events.length > 0) onEvents(events)
    }
  } catch (error) {
    return signal.aborted ? { kind: 'closed' } : { kind: 'failed', error }
  }
}

function headersOf({ token, deviceId, cursor }: StreamRequest): Record<string, string> {
  return {
    accept: 'text/event-stream',
    authorization: `Bearer ${token}`,
    'x-device-id': deviceId,
    ...(cursor !== null && { 'last-event-id': cursor }),
  }
}

function isEventStream(response: Response): boolean {
  return response.headers.get('content-type')?.startsWith('text/event-stream') ?? false
}

/** A 429 may have it in one of three places, any other response in `Retry-After` only. */
async function retryAfterOf(response: Response): Promise<number | null> {
  const body: unknown = await response.json().catch(() => null)
  if (response.status === TOO_MANY_REQUESTS) return retryAfterMs(response.headers, body)
  const header = response.headers.get('retry-after')
  return header === null ? null : retryAfterMs(new Headers({ 'retry-after': header }), null)
}

/** A malformed event is dropped: the silent refetch repairs the state that it would have changed. */
function toLiveEvent({ name, data, id }: SseEvent): LiveEvent | null {
  try {
    return { name, id: seqOf(id), data: JSON.parse(data) as unknown }
  } catch {
    return null
  }
}

function seqOf(id: string | null): number | null {
  const seq = id === null || id === '' ? Number.NaN : Number(id)
  return Number.isSafeInteger(seq) && seq >= 0 ? seq : null
}
