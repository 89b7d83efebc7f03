import type { Breaker } from '../../agents/index.ts'
import { startReader, type Reader, type ReaderDeps, type ReaderOptions } from './space-reader.ts'

export type PauseState = Pick<Breaker, 'pausedUntil' | 'onChange'>

/**
 * A reader that stops while the circuit breaker pauses its account: what arrives meanwhile is sent when the pause ends,
 * in order (docs/rules/realtime.md#agent-streams). Resolves once the stream is live or paused. Returns `stop`.
 */
export async function startPausableReader(
  deps: ReaderDeps & { readonly pauses: PauseState },
  options: ReaderOptions,
): Promise<() => void> {
  const { pauses } = deps
  const { accountId, stream } = options
  let reader: Reader | undefined
  let { cursor, isReset } = options
  let isStopped = false

  const pause = () => {
    if (reader === undefined) return
    reader.stop()
    cursor = reader.cursor()
    isReset = false
    reader = undefined
  }
  const update = async () => {
    if (pauses.pausedUntil(accountId) !== undefined) return pause()
    if (reader !== undefined || isStopped || !stream.isOpen) return
    reader = await startReader(deps, { ...options, cursor, isReset })
    if (isStopped) reader.stop()
  }

  // serialised: a pause may begin during the backfill
  let last = update()
  const unsubscribe = pauses.onChange(accountId, () => {
    last = last.then(update).catch(() => stream.end())
  })
  const stop = () => {
    isStopped = true
    unsubscribe()
    reader?.stop()
  }
  await last.catch((error: unknown) => {
    stop()
    throw error
  })
  return stop
}
