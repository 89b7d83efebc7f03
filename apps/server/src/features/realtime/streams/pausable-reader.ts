import type { Breaker } from '../../agents/index.ts'
import { startReader, type Reader, type ReaderDeps, type ReaderOptions } from './space-reader.ts'

export type Holds = Pick<Breaker, 'pausedUntil' | 'onChange'>

/**
 * Serves one space to one stream, but not while the circuit breaker pauses its account: what comes meanwhile is served
 * when the pause ends, in its order (docs/rules/agents.md#circuit-breaker). Resolves once it is served, or held.
 * Returns how to stop.
 */
export async function startHoldable(
  deps: ReaderDeps & { readonly holds: Holds },
  options: ReaderOptions,
): Promise<() => void> {
  const { holds } = deps
  const { accountId, stream } = options
  let reader: Reader | undefined
  let { position, isReset } = options
  let isStopped = false

  const hold = () => {
    if (reader === undefined) return
    reader.stop()
    position = reader.position()
    isReset = false
    reader = undefined
  }
  const settle = async () => {
    if (holds.pausedUntil(accountId) !== undefined) return hold()
    if (reader !== undefined || isStopped || !stream.isOpen) return
    reader = await startReader(deps, { ...options, position, isReset })
    if (isStopped) reader.stop()
  }

  // one after the other: a pause may begin while the stream is still catching up
  let last = settle()
  const stopListening = holds.onChange(accountId, () => {
    last = last.then(settle).catch(() => stream.end())
  })
  const stop = () => {
    isStopped = true
    stopListening()
    reader?.stop()
  }
  await last.catch((error: unknown) => {
    stop()
    throw error
  })
  return stop
}
