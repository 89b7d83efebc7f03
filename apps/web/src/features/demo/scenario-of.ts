import { DEMO_SCENARIOS, type DemoScenario } from '@flockwork/contract/demo'

/** The scenario that an event requests, by its detail or a field of that; null: the first demo. */
export function scenarioOf(event: Event): DemoScenario | null {
  const detail: unknown = event instanceof CustomEvent ? event.detail : null
  const named =
    typeof detail === 'object' && detail !== null && 'scenario' in detail ? detail.scenario : detail
  return DEMO_SCENARIOS.find((scenario) => scenario === named) ?? null
}
