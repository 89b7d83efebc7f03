/**
 * Composes answers in a worker thread: classifying 20,000 messages and counting tokens takes tenths of a second, and
 * the tokenizer 75 MB (ADR-0029). The thread starts with the first request and ends after five idle minutes.
 */
import { Worker } from 'node:worker_threads'
import type { CatchUp } from '@flockwork/contract/catch-up'
import { Busy } from '../../platform/errors.ts'
import type { Material, Size } from './material.ts'

export interface Composer {
  /** @throws Busy when it takes too long. */
  compose(material: Material, size: Size): Promise<CatchUp>
  /** Starts the thread in advance, if it isn't running. */
  warm(): void
  stop(): Promise<void>
}

/** A message to the thread. */
export interface Job {
  readonly id: number
  readonly material: Material
  readonly size: Size
}

/** A message from the thread: that it has loaded, then a result for each job. */
export type Done =
  | 'ready'
  | { readonly id: number; readonly answer: CatchUp }
  | { readonly id: number; readonly failure: string }

interface Waiting {
  readonly resolve: (answer: CatchUp) => void
  readonly reject: (error: unknown) => void
}

/** Ten times what an answer takes. */
const TIMEOUT_MS = 9000
const IDLE_MS = 5 * 60_000
const HEAP_MAX_MB = 512

export function createComposer(onError: (error: unknown) => void): Composer {
  const waiting = new Map<number, Waiting>()
  let worker: Worker | undefined
  let isReady = false
  let idle: NodeJS.Timeout | undefined
  let nextId = 0

  const drop = (gone: Worker, error: unknown) => {
    if (worker !== gone) return
    worker = undefined
    void gone.terminate()
    for (const { reject } of waiting.values()) reject(error)
    waiting.clear()
  }

  const start = (): Worker => {
    const started = new Worker(new URL('compose-worker.ts', import.meta.url), {
      resourceLimits: { maxOldGenerationSizeMb: HEAP_MAX_MB },
    })
    started.unref()
    isReady = false
    started.on('message', (done: Done) => {
      if (done === 'ready') {
        isReady = true
        return
      }
      const asked = waiting.get(done.id)
      waiting.delete(done.id)
      if ('answer' in done) asked?.resolve(done.answer)
      else asked?.reject(new Error(done.failure))
    })
    started.on('error', (error) => {
      onError(error)
      drop(started, error)
    })
    started.on('exit', () => drop(started, new Busy()))
    return started
  }

  return {
    warm() {
      worker ??= start()
    },
    compose(material, size) {
      clearTimeout(idle)
      worker ??= start()
      const used = worker
      const id = nextId++
      const { promise, resolve, reject } = Promise.withResolvers<CatchUp>()
      waiting.set(id, { resolve, reject })
      const timer = setTimeout(() => {
        if (isReady) return drop(used, new Busy())
        // on a slow machine it is still loading: the next call will find it ready
        waiting.delete(id)
        reject(new Busy())
      }, TIMEOUT_MS)
      used.postMessage({ id, material, size } satisfies Job)
      return promise.finally(() => {
        clearTimeout(timer)
        clearTimeout(idle)
        if (waiting.size > 0) return
        idle = setTimeout(() => drop(used, new Busy()), IDLE_MS)
        idle.unref()
      })
    },
    async stop() {
      clearTimeout(idle)
      const last = worker
      if (last === undefined) return
      drop(last, new Busy())
      await last.terminate()
    },
  }
}
