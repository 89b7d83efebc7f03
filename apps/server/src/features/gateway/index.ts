/**
 * The model gateway: one endpoint that speaks OpenAI's chat completions (docs/rules/managed-agents.md#the-model).
 *
 * `client.ts` alone knows the library. `gateway.ts` bounds what comes from it in time and size, and turns every failure into
 * a `ModelFailure`; `health.ts` asks whether the endpoint answers.
 */
export { ModelFailure, type FailureKind } from './failure.ts'
export { createGateway, type Gateway } from './gateway.ts'
export type { ModelPart, ModelRequest, ModelTool, ModelUsage, Turn } from './model.ts'
