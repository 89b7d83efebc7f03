/** What administrators set about the rules (docs/rules/guardrails.md#modes). */
import type {
  GuardrailKind,
  GuardrailModes,
  GuardrailRule,
  GuardrailSeverity,
} from '@flockwork/contract/guardrails'
import type { Range } from './found.ts'

/** A pattern of an administrator's, compiled. Its time grows with the length of the text only. */
export interface PatternRule {
  readonly id: string
  /** What it finds: a noun with its article, as a refusal names it. */
  readonly words: string
  readonly severity: GuardrailSeverity
  readonly modes: GuardrailModes
  readonly find: (text: string) => readonly Range[]
}

/** The rules as one node applies them now. A change is a new object. */
export interface GuardSettings {
  /** Of the rules that were changed; the others do what `GUARDRAIL_RULES` says. */
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

/** Whose matches are masked in what is kept of a text. Abuse and orders to agents have to be read to be judged. */
export function isMasked(kind: GuardrailKind): boolean {
  return kind === 'secret' || kind === 'number' || kind === 'pattern'
}
