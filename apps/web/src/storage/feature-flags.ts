/** Switches of this device, for networks and machines that need another way (docs/rules/realtime.md#polling). */
import type { Keys } from './keys.ts'
import type { SafeStorage } from './safe-storage.ts'

/**
 * `incremental_polling`: polls ask for what changed since the last one, not for the newest page again.
 * `sse_messages`: messages come by the event stream; off, by polling alone, where a network lets no stream through.
 * `reduced_initial_load`: the first page is half as long; off where nobody says so.
 */
export type FeatureFlag = 'incremental_polling' | 'sse_messages' | 'reduced_initial_load'

/** Kept as `true` or `false`; anything else is the default. */
export function isFeatureOn(storage: SafeStorage, keys: Pick<Keys, 'in'>, flag: FeatureFlag): boolean {
  const value = storage.get(keys.in('feature', flag))
  return value === 'true' || (value !== 'false' && flag !== 'reduced_initial_load')
}
