/** Calls of the configured model, bounded in time and size (docs/rules/managed-agents.md#the-model). */
import type { GatewayState } from '@flockwork/contract/admin/control'
import { createClient } from './client.ts'
import { ModelFailure } from './failure.ts'
import { createHealth } from './health.ts'
import type { ModelPart, ModelRequest } from './model.ts'

/** Dollars per million tokens. */
interface ModelPrice {
  readonly input: number
  readonly output: number
}

interface GatewayConfig {
  readonly baseUrl: string
  readonly apiKey: string | null
  readonly model: string
  readonly price: ModelPrice | null
  readonly firstByteMs: number
  readonly silenceMs: number
}

export interface Gateway {
  /** The default model; null while no model is configured. */
  readonly model: string | null
  readonly price: ModelPrice | null
  /**
   * One answer, part by part; the last part is its end. Leaving the loop ends the call.
   * @throws ModelFailure; the reason of `signal` when it aborts.
   */
  stream(request: ModelRequest, signal: AbortSignal): AsyncGenerator<ModelPart>
  state(): Promise<GatewayState>
}

/** The maximum length of one answer, all parts together. */
const OUTPUT_MAX_CHARS = 200_000
const CALLS_MAX = 8
const CALL_INPUT_MAX_CHARS = 8000
const CALL_NAME_MAX_CHARS = 100
/** A call that the endpoint refused before doing anything is retried once, if it may be this soon. */
const RETRY_WITHIN_S = 2

export function createGateway(config: GatewayConfig | null): Gateway {
  if (config === null) return NO_GATEWAY
  const client = createClient(config)
  const health = createHealth(config)

  const once = async function* (request: ModelRequest, signal: AbortSignal): AsyncGenerator<ModelPart> {
    const silence = createSilence()
    let chars = 0
    let calls = 0
    let hasEnded = false
    silence.expect(config.firstByteMs)
    try {
      for await (const part of client.stream(request, AbortSignal.any([signal, silence.signal]))) {
        silence.stop()
        chars += sizeOf(part)
        if (part.type === 'call') calls++
        if (chars > OUTPUT_MAX_CHARS || calls > CALLS_MAX) throw new ModelFailure('too_large')
        if (part.type === 'end') hasEnded = true
        yield part
        silence.expect(config.silenceMs)
      }
      if (!hasEnded) throw new ModelFailure('cut')
    } finally {
      silence.stop()
    }
  }

  return {
    model: config.model,
    price: config.price,
    async *stream(request, signal) {
      let hasBegun = false
      try {
        for await (const part of once(request, signal)) {
          hasBegun = true
          yield part
        }
      } catch (error) {
        if (hasBegun || !isWorthAnother(error)) throw error
        await pause(error.retryAfterS ?? 0, signal)
        yield* once(request, signal)
      }
    },
    state: health.state,
  }
}

const NO_GATEWAY: Gateway = {
  model: null,
  price: null,
  // oxlint-disable-next-line require-yield -- it fails before its first part
  async *stream() {
    throw new ModelFailure('unreachable')
  },
  state: async () => ({ configured: false, provider: null, model: null, healthy: null, latency_ms: null }),
}

/** @throws ModelFailure for a tool call that is too large. */
function sizeOf(part: ModelPart): number {
  if (part.type === 'end') return 0
  if (part.type !== 'call') return part.text.length
  const { name, input, id } = part.call
  if (
    name.length > CALL_NAME_MAX_CHARS ||
    id.length > CALL_NAME_MAX_CHARS ||
    input.length > CALL_INPUT_MAX_CHARS
  ) {
    throw new ModelFailure('too_large')
  }
  return name.length + input.length
}

/** 429 and 503 mean that nothing was done: a retry costs nothing. */
function isWorthAnother(error: unknown): error is ModelFailure {
  if (!(error instanceof ModelFailure)) return false
  const { kind, status, retryAfterS = 0 } = error
  return (kind === 'busy' || status === 503) && retryAfterS <= RETRY_WITHIN_S
}

const RETRY_MS = 200

function pause(seconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(done, Math.max(RETRY_MS, seconds * 1000))
    signal.addEventListener('abort', done, { once: true })
    function done() {
      clearTimeout(timer)
      signal.removeEventListener('abort', done)
      if (signal.aborted) reject(signal.reason as Error)
      else resolve()
    }
  })
}

/** An idle timeout: aborts its signal when no part has arrived in time. */
function createSilence() {
  const abort = new AbortController()
  let timer: NodeJS.Timeout | undefined
  return {
    signal: abort.signal,
    expect(withinMs: number) {
      clearTimeout(timer)
      timer = setTimeout(() => abort.abort(new ModelFailure('silent')), withinMs)
    },
    stop: () => clearTimeout(timer),
  }
}
