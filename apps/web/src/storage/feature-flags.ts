/** Feature flags of this device, for unusual networks and machines (docs/rules/realtime.md#polling). */
import type { Keys } from './keys.ts'
import type { SafeStorage } from './safe-storage.ts'

/**
 * `incremental_polling`: polls fetch changes since the last one, not the newest page again.
 * `sse_messages`: messages arrive by the event stream; off, by polling alone, for networks that block streams.
 * `reduced_initial_load`: the first page is half as long; off by default.
 */
export type FeatureFlag = 'incremental_polling' | 'sse_messages' | 'reduced_initial_load'

/** Stored as `true` or `false`; anything else is the default. */
export function isFeatureOn(storage: SafeStorage, keys: Pick<Keys, 'in'>, flag: FeatureFlag): boolean {
  const value = storage.get(keys.in('feature', flag))
  return value === 'true' || (value !== 'false' && flag !== 'reduced_initial_load')
}
