/** Whether the endpoint answers: requests its list of models, which is free, at most once a minute. */
import type { GatewayState } from '@flockwork/contract/admin/control'

interface Endpoint {
  readonly baseUrl: string
  readonly apiKey: string | null
  readonly model: string
}

const CACHED_MS = 60_000
const PROBE_MS = 5000

export function createHealth({ baseUrl, apiKey, model }: Endpoint) {
  let known: { readonly at: number; readonly state: Promise<GatewayState> } | undefined

  const probe = async (): Promise<GatewayState> => {
    const from = performance.now()
    const isHealthy = await fetch(`${baseUrl}/models`, {
      headers: apiKey === null ? {} : { authorization: `Bearer ${apiKey}` },
      redirect: 'error',
      signal: AbortSignal.timeout(PROBE_MS),
    }).then(
      async ({ status, body }) => {
        await body?.cancel()
        // some endpoints have no such list
        return status < 400 || status === 404 || status === 405
      },
      () => false,
    )
    return {
      configured: true,
      provider: new URL(baseUrl).host,
      model,
      healthy: isHealthy,
      latency_ms: isHealthy ? Math.round(performance.now() - from) : null,
    }
  }

  return {
    state(): Promise<GatewayState> {
      const now = performance.now()
      if (known === undefined || now - known.at > CACHED_MS) known = { at: now, state: probe() }
      return known.state
    },
  }
}
