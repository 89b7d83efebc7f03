/**
 * The model gateway: one OpenAI-compatible endpoint for chat completions (docs/rules/managed-agents.md#the-model).
 *
 * Only `client.ts` imports the library. `gateway.ts` bounds answers in time and size, and turns every failure into
 * a `ModelFailure`; `health.ts` checks whether the endpoint answers.
 */
export { ModelFailure, type FailureKind } from './failure.ts'
export { createGateway, type Gateway } from './gateway.ts'
export type { ModelPart, ModelRequest, ModelTool, ModelUsage, Turn } from './model.ts'
