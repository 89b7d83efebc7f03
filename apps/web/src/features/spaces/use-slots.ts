import { SPACE_SLOTS } from '@flockwork/contract/limits'
import type { SpaceStats } from '@flockwork/contract/spaces'
import { useQuery } from '@tanstack/react-query'
import { useSignedIn } from '../../api/use-session.ts'
import { useServices } from '../../api/services.ts'
import { spaceKeys } from './keys.ts'

const REFETCH_MS = 30_000

export interface Slots extends Pick<SpaceStats, 'limits' | 'remaining'> {
  /** Null while unknown. */
  readonly used: SpaceStats['used'] | null
}

/** The documented limits, for when the server sends none (docs/rules/spaces.md#slots). */
const FALLBACK: Slots = { limits: SPACE_SLOTS, remaining: SPACE_SLOTS, used: null }
const UNLIMITED: Slots = { limits: null, remaining: null, used: null }

/** How many spaces of each kind the user may still create; nulls without a limit. The server decides. */
export function useSlots(): Slots {
  const { api } = useServices()
  const { profile } = useSignedIn()
  const { data } = useQuery({
    queryKey: spaceKeys.slots,
    queryFn: () => api.spaces.stats(),
    refetchInterval: REFETCH_MS,
  })
  return data ?? (profile.role === 'admin' ? UNLIMITED : FALLBACK)
}
