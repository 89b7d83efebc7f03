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

/** What one rule found, with what it does about it. */
export interface Finding {
  readonly rule: string
  readonly kind: GuardrailKind
  readonly severity: GuardrailSeverity
  readonly mode: GuardrailMode
  /** What it is: a noun with its article. */
  readonly words: string
  readonly ranges: readonly Range[]
}

export interface Inspection {
  /** The surest rules first. Of rules that are off, too. */
  readonly findings: readonly Finding[]
  /** The text with all that may not be kept of it masked: secrets, numbers, own patterns, whatever their mode. */
  readonly maskedText: string
}

/** Looks at a text as the rules say for its writer. Bounded by the length of the text. */
export type Inspect = (text: string, by: GuardrailWriter, settings: GuardSettings) => Inspection

const NOTHING: readonly Finding[] = []

/** Far more than any text takes, so that only a pattern of an administrator's can reach it. */
const PATTERNS_MAX_MS = 500

/** Compiles the rules: to be called once, at the start. */
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

/** @throws Error when the patterns take too long: what they would have found is unknown. */
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
