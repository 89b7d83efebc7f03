/** The administrators' settings of the rules (docs/rules/guardrails.md#modes). */
import type {
  GuardrailKind,
  GuardrailModes,
  GuardrailRule,
  GuardrailSeverity,
} from '@flockwork/contract/guardrails'
import type { Range } from './found.ts'

/** A compiled custom pattern. Matching takes linear time. */
export interface PatternRule {
  readonly id: string
  /** A noun with its article, for the refusal. */
  readonly words: string
  readonly severity: GuardrailSeverity
  readonly modes: GuardrailModes
  readonly find: (text: string) => readonly Range[]
}

/** The rules as this node applies them. Immutable: a change is a new object. */
export interface GuardSettings {
  /** The modes of changed rules; the others have the defaults of `GUARDRAIL_RULES`. */
  readonly modes: ReadonlyMap<string, GuardrailModes>
  readonly patterns: readonly PatternRule[]
}

export const DEFAULT_SETTINGS: GuardSettings = { modes: new Map(), patterns: [] }

export function modesOf(
  settings: GuardSettings,
  { id, modes }: Pick<GuardrailRule, 'id' | 'modes'>,
): GuardrailModes {
  return settings.modes.get(id) ?? modes
}

/** Whether matches of this kind are masked in violations. Abuse and take-over texts must be readable to be judged. */
export function isMasked(kind: GuardrailKind): boolean {
  return kind === 'secret' || kind === 'number' || kind === 'pattern'
}
