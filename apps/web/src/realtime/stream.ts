/**
 * Reads the space's event stream by `fetch`: the token goes in a header, never in an address (decisions
 * 5.1), and the position goes along, so that a new stream goes on where the last one broke off.
 */
import type { Timers } from '../api/refresh.ts'
import type { LiveEvent } from './apply-event.ts'
import { createSseParser, type SseEvent } from './sse-parser.ts'

/** The server pings every 30 s; two missed pings and the stream is dead, whatever the socket says. */
export const STALE_MS = 60_000

export type StreamEnd =
  | { kind: 'closed' }
  | { kind: 'stale' }
  | { kind: 'refused'; status: number }
  | { kind: 'failed'; error: unknown }

export interface StreamRequest {
  spaceId: string
  token: string
  /** The last number received; null for a first stream. */
  position: string | null
  deviceId: string
  signal: AbortSignal
  onOpen: () => void
  /** Called with the events that arrived together, so that they can be applied together. */
  onEvents: (events: LiveEvent[]) => void
}

interface Needs {
  fetch: typeof fetch
  timers: Timers
}

/** Reads until the stream ends, goes silent for 60 s, or `signal` aborts. Never rejects. */
export async function readStream({ fetch, timers }: Needs, request: StreamRequest): Promise<StreamEnd> {
  const stop = new AbortController()
  request.signal.addEventListener('abort', () => stop.abort(), { once: true })
  if (request.signal.aborted) return { kind: 'closed' }

  let isStale = false
  let cancelWatch = () => {}
  const watch = () => {
    cancelWatch()
    cancelWatch = timers.after(STALE_MS, () => {
      isStale = true
      stop.abort()
    })
  }

  try {
    watch()
    const response = await fetch(`/api/sse/messages?org_id=${encodeURIComponent(request.spaceId)}`, {
      headers: headersOf(request),
      credentials: 'same-origin',
      cache: 'no-store',
      signal: stop.signal,
    })
    if (!response.ok || response.body === null) return { kind: 'refused', status: response.status }
    request.onOpen()

    const parse = createSseParser()
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return { kind: 'closed' }
      watch()
      const events = parse(value)
        .map(toLiveEvent)
        .filter((event) => event !== null)
      if (events.length > 0) request.onEvents(events)
    }
  } catch (error) {
    if (isStale) return { kind: 'stale' }
    return request.signal.aborted ? { kind: 'closed' } : { kind: 'failed', error }
  } finally {
    cancelWatch()
    stop.abort()
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

/** An event that can't be read is left out: the next bootstrap heals what it would have changed. */
function toLiveEvent({ name, data, id, hasId }: SseEvent): LiveEvent | null {
  try {
    return { name, id: hasId && id !== null ? Number(id) : null, data: JSON.parse(data) as unknown }
  } catch {
    return null
  }
}
