import { adminControlRoutes, type GatewayState } from '@flockwork/contract/admin/control'
import { useQuery } from '@tanstack/react-query'
import { useServices } from '../../../api/services.ts'
import { gateway as words } from '../../../strings/admin-control.ts'
import { adminKeys } from '../keys.ts'

const REFETCH_MS = 60_000

/** The state of the model gateway, in a sentence. */
export function GatewayLine() {
  const { api } = useServices()
  const { data, error } = useQuery({
    queryKey: adminKeys.gateway,
    queryFn: () => api.call(adminControlRoutes.gateway, {}),
    refetchInterval: REFETCH_MS,
  })
  return (
    <p className="text-sm text-ink-2">
      <span className="font-medium text-ink">{words.title}: </span>
      {data ? sentenceOf(data) : error ? words.failed : words.loading}
    </p>
  )
}

function sentenceOf({ configured, healthy, model, provider, latency_ms: ms }: GatewayState): string {
  if (!configured) return words.none
  const name = model ?? provider ?? words.title
  return healthy === true ? words.healthy(name, ms ?? 0) : words.unhealthy(name)
}
