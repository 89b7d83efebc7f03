/** The model gateway, budgets, and the answers that come through it. */
import { createGateway } from '../features/gateway/index.ts'
import type { Inspect, LiveSettings } from '../features/guardrails/index.ts'
import type { BudgetServices } from '../features/budgets/index.ts'
import type { MessageServices } from '../features/messages/index.ts'
import { createRuns } from '../features/runs/index.ts'
import type { SearchDeps } from '../features/search/index.ts'
import type { BaseServices } from './base.ts'

interface Deps {
  readonly messages: MessageServices
  readonly search: SearchDeps
  readonly guardrails: { readonly inspect: Inspect; readonly settings: LiveSettings }
}

export function buildRuns(
  { config, db, clock, bus, onError }: BaseServices,
  { messages, search, guardrails }: Deps,
) {
  const gateway = createGateway(config.model)
  const budgets: BudgetServices = {
    db,
    clock,
    price: gateway.price,
    dailyTokens: config.model?.dailyTokens ?? 0,
  }
  const runs = createRuns({
    db,
    clock,
    bus,
    gateway,
    budgets,
    messages,
    search,
    mayShow: async (text) => {
      const { findings } = guardrails.inspect(text, 'agent', await guardrails.settings.current())
      return !findings.some(({ mode }) => mode === 'block')
    },
    onError,
  })
  return { gateway, budgets, runs }
}
