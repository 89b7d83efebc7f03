import type { GatewayState } from '@flockwork/contract/admin/control'

/** This version asks no model anything, and refuses the settings of one (docs/rules/agents.md#model-gateway). */
export const NO_GATEWAY: GatewayState = {
  configured: false,
  provider: null,
  model: null,
  healthy: null,
  latency_ms: null,
}
