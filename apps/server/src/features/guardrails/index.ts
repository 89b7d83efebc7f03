/** Guardrails: texts that must not be stored (docs/rules/guardrails.md). */
export { createGuard, GuardrailViolation } from './guard.ts'
