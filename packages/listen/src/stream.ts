/** The agent's event stream: watched for silence, reconnected and resumed from its cursor. */
import type { Api } from './api.ts'
import { pause, waitMs } from './backoff.ts'
import { Refused, FatalError, isPausedError, isTransient, textOf } from './errors.ts'
import { createEventParser, type StreamEvent } from './event-parser.ts'

interface Deps {
  readonly api: Api
  readonly log: (line: string) => void
  readonly signal: AbortSignal
  readonly onEvent: (event: StreamEvent) => void
}

const PATH = '/api/sse/messages'
/** The server pings every 30 s. */
const SILENCE_MAX_MS = 75_000
const BACKOFF = { firstMs: 500, maxMs: 30_000 }
/** A stream that stayed up this long resets the backoff. */
const GOOD_AFTER_MS = 10_000

/** Calls `onEvent` for events of all the agent's spaces until the signal is aborted. @throws FatalError */
export async function readEvents(deps: Deps): Promise<void> {
  const { log, signal } = deps
  let lastEventId = ''
  let failures = 0
  let said = ''
  const say = (line: string) => {
    if (line !== said) log(line)
    said = line
  }

  while (!signal.aborted) {
    const begunAt = performance.now()
    let retryAfterMs: number | undefined
    try {
      const onEvent = (event: StreamEvent) => {
        lastEventId = event.lastEventId || lastEventId
        said = ''
        deps.onEvent(event)
      }
      await readOnce(deps, lastEventId, onEvent)
    } catch (error) {
      if (signal.aborted) return
      if (error instanceof FatalError) throw error
      if (!isTransient(error) && !isPausedError(error))
        throw new FatalError(`The stream of messages can't be opened: ${textOf(error)}`)
      say(lineFor(error))
      retryAfterMs = error instanceof Refused ? error.retryAfterMs : undefined
    }
    failures = performance.now() - begunAt > GOOD_AFTER_MS ? 1 : failures + 1
    await pause(Math.max(retryAfterMs ?? 0, waitMs(BACKOFF, failures, Math.random())), signal)
  }
}

function lineFor(error: unknown): string {
  if (isPausedError(error)) {
    return `Paused: ${textOf(error)}. Listening goes on once the agent may act again.`
  }
  return `No connection (${textOf(error)}). Trying again …`
}

/** Reads one stream to its end. */
async function readOnce(
  { api, signal }: Deps,
  lastEventId: string,
  onEvent: (event: StreamEvent) => void,
): Promise<void> {
  const silence = new AbortController()
  const giveUp = () => silence.abort(new Error('the server fell silent'))
  let watch = setTimeout(giveUp, SILENCE_MAX_MS)
  try {
    const headers = {
      accept: 'text/event-stream',
      ...(lastEventId !== '' && { 'last-event-id': lastEventId }),
    }
    const response = await api.open(PATH, headers, AbortSignal.any([signal, silence.signal]))
    const decoder = new TextDecoder()
    const push = createEventParser(onEvent)
    for await (const bytes of response.body ?? []) {
      clearTimeout(watch)
      watch = setTimeout(giveUp, SILENCE_MAX_MS)
      push(decoder.decode(bytes as Uint8Array, { stream: true }))
    }
  } finally {
    clearTimeout(watch)
  }
}
