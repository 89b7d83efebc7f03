/** Guardrails: texts that must not be stored (docs/rules/guardrails.md). */
export { createGuard, GuardrailViolation, UNKNOWN_PERSON, writingOf, type Guard } from './guard.ts'
export { createInspect, type Inspect } from './inspect.ts'
export { DEFAULT_SETTINGS } from './settings.ts'
export { createLiveSettings, createSettingsLoader, type LiveSettings } from './rules/live-settings.ts'
export { changeRules, readRules } from './rules/change.ts'
export { addPattern, changePattern, removePattern } from './rules/patterns.ts'
export { tryText } from './rules/try-text.ts'
export {
  countOpenViolations,
  pruneViolations,
  recordViolation,
  resolveViolation,
} from './violations/record.ts'
