/** All rules as one pipeline: pure, for the guard and for trying a text (docs/rules/guardrails.md#checks). */
import {
  GUARDRAIL_RULES,
  type GuardrailKind,
  type GuardrailMode,
  type GuardrailSeverity,
  type GuardrailWriter,
} from '@flockwork/contract/guardrails'
import { maskRanges, type Found, type Range } from './found.ts'
import { isMasked, modesOf, type GuardSettings } from './settings.ts'
import { createAbuseFinder } from './abuse/find-abuse.ts'
import { findNumbers } from './numbers/find-numbers.ts'
import { readingsOf } from './readings.ts'
import { createSecretFinder } from './secrets/find-secrets.ts'
import { findTakeovers } from './takeover/find-takeovers.ts'

/** A rule's match, with the rule's mode. */
export interface Finding {
  readonly rule: string
  readonly kind: GuardrailKind
  readonly severity: GuardrailSeverity
  readonly mode: GuardrailMode
  /** A noun with its article. */
  readonly words: string
  readonly ranges: readonly Range[]
}

export interface Inspection {
  /** Most reliable rules first, including disabled ones. */
  readonly findings: readonly Finding[]
  /** The text with everything that may not be stored masked: secrets, numbers and custom patterns in any mode. */
  readonly maskedText: string
}

/** Checks a text by the rules for its author. Takes time linear in the length of the text. */
export type Inspect = (text: string, by: GuardrailWriter, settings: GuardSettings) => Inspection

const NOTHING: readonly Finding[] = []

/** Far more than our own rules take, so that only an administrator's pattern can reach it. */
const PATTERNS_MAX_MS = 500

/** Compiles the rules. Call it once, at the start. */
export function createInspect(now: () => number = () => performance.now()): Inspect {
  const secrets = createSecretFinder()
  const findAbuse = createAbuseFinder()

  return (text, by, settings) => {
    const readings = readingsOf(text)
    const found = [
      ...secrets.findIn(readings),
      ...findNumbers(readings),
      ...findAbuse(readings),
      ...findTakeovers(readings),
    ]
    const findings = [...ownFindings(found, by, settings), ...patternFindings(text, by, settings, now)]
    if (findings.length === 0) return { findings: NOTHING, maskedText: text }
    const masked = findings.flatMap(({ kind, ranges }) => (isMasked(kind) ? ranges : []))
    return { findings, maskedText: maskRanges(text, masked) }
  }
}

function ownFindings(found: readonly Found[], by: GuardrailWriter, settings: GuardSettings): Finding[] {
  if (found.length === 0) return []
  const byRule = Map.groupBy(found, ({ rule }) => rule)
  return GUARDRAIL_RULES.flatMap((rule): Finding[] => {
    const [first, ...others] = byRule.get(rule.id) ?? []
    if (first === undefined) return []
    const { id, kind, severity } = rule
    const mode = modesOf(settings, rule)[by]
    return [{ rule: id, kind, severity, mode, words: first.words, ranges: [first, ...others].map(rangeOf) }]
  })
}

/** @throws Error when the patterns take too long, because the result is then unknown. */
function patternFindings(
  text: string,
  by: GuardrailWriter,
  { patterns }: GuardSettings,
  now: () => number,
): Finding[] {
  if (patterns.length === 0) return []
  const startedAt = now()
  return patterns.flatMap(({ id, words, severity, modes, find }): Finding[] => {
    const ranges = find(text)
    if (now() - startedAt > PATTERNS_MAX_MS) throw new Error(`The patterns took too long, at ${id}`)
    if (ranges.length === 0) return []
    return [{ rule: id, kind: 'pattern', severity, mode: modes[by], words, ranges }]
  })
}

const rangeOf = ({ start, end }: Range): Range => ({ start, end })
