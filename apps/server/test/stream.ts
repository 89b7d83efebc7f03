/** Reads the event stream as any client would, for tests. */

export interface StreamEvent {
  readonly id: string | undefined
  readonly event: string
  readonly data: Record<string, unknown>
}

export interface TestStream extends AsyncDisposable {
  readonly status: number
  /** Every event so far. */
  readonly events: readonly StreamEvent[]
  /** Waits for the next event that fits, among those not yet waited for. */
  next(fits: (event: StreamEvent) => boolean): Promise<StreamEvent>
  /** Resolves when the server ends the stream. */
  readonly ended: Promise<void>
  /** The position to resume from. */
  lastId(): string | undefined
  close(): void
}

interface StreamOptions {
  readonly token: string
  readonly spaceId?: string
  readonly lastEventId?: string
  /** The whole address below the server, instead of one made from the space. */
  readonly path?: string
}

/** Less than a test may take, so that a failure says what came instead. */
const DEADLINE_MS = 75_000

export async function openStream(
  baseUrl: string,
  { token, spaceId, lastEventId, path }: StreamOptions,
): Promise<TestStream> {
  const abort = new AbortController()
  const query = spaceId === undefined ? '' : `?org_id=${spaceId}`
  const response = await fetch(baseUrl + (path ?? `/api/sse/messages${query}`), {
    signal: abort.signal,
    headers: {
      ...(token !== '' && { authorization: `Bearer ${token}` }),
      ...(lastEventId !== undefined && { 'last-event-id': lastEventId }),
    },
  })
  const events: StreamEvent[] = []
  const waiting = new Set<() => void>()
  let taken = 0

  const read = async () => {
    if (response.body === null) return
    let text = ''
    const decoder = new TextDecoder()
    for await (const chunk of response.body) {
      text += decoder.decode(chunk as Uint8Array, { stream: true })
      const frames = text.split('\n\n')
      text = frames.pop() ?? ''
      for (const frame of frames) {
        const event = parseFrame(frame)
        if (event !== undefined) events.push(event)
      }
      for (const look of waiting) look()
    }
  }
  const ended = read().catch(() => {})

  return {
    status: response.status,
    events,
    ended,
    next: (fits) =>
      new Promise((resolve, reject) => {
        const look = () => {
          const index = events.findIndex((event, at) => at >= taken && fits(event))
          const found = events[index]
          if (found === undefined) return
          taken = index + 1
          waiting.delete(look)
          clearTimeout(deadline)
          resolve(found)
        }
        const deadline = setTimeout(() => {
          if (waiting.delete(look)) reject(new Error(`The event did not come, only ${namesOf(events)}`))
        }, DEADLINE_MS)
        waiting.add(look)
        look()
        void ended.then(() => {
          look()
          clearTimeout(deadline)
          if (waiting.delete(look)) reject(new Error('The stream ended before the event came'))
        })
      }),
    lastId: () => events.findLast(({ id }) => id !== undefined)?.id,
    close: () => abort.abort(),
    async [Symbol.asyncDispose]() {
      abort.abort()
      await ended
    },
  }
}

const namesOf = (events: readonly StreamEvent[]) =>
  events.map(({ event, id }) => `${event} ${id ?? ''}`.trim()).join(', ') || 'nothing'

function parseFrame(frame: string): StreamEvent | undefined {
  const fields = new Map<string, string>()
  for (const line of frame.split('\n')) {
    const colon = line.indexOf(':')
    if (colon > 0) fields.set(line.slice(0, colon), line.slice(colon + 1).trimStart())
  }
  const event = fields.get('event')
  const data = fields.get('data')
  if (event === undefined || data === undefined) return undefined
  return { id: fields.get('id'), event, data: JSON.parse(data) as Record<string, unknown> }
}
