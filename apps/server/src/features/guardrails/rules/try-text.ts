/** Tries a text against the rules without storing it (docs/rules/guardrails.md#trying). */
import type { PatternProblem, TriedFinding } from '@flockwork/contract/admin/guardrails'
import { GUARDRAIL_RULES, type GuardrailWriter } from '@flockwork/contract/guardrails'
import type { Range } from '../found.ts'
import type { Inspect } from '../inspect.ts'
import { compilePattern, isCompiled } from '../patterns/re2.ts'
import type { LiveSettings } from './live-settings.ts'

const NAMES: ReadonlyMap<string, string> = new Map(GUARDRAIL_RULES.map(({ id, name }) => [id, name]))

interface Trial {
  readonly text: string
  readonly writer: GuardrailWriter
  /** An unsaved pattern. */
  readonly pattern?: string | null | undefined
}

export async function tryText(
  { inspect, settings }: { readonly inspect: Inspect; readonly settings: Pick<LiveSettings, 'current'> },
  { text, writer, pattern }: Trial,
): Promise<{
  findings: TriedFinding[]
  pattern_ranges: Range[]
  pattern_problem: PatternProblem | null
}> {
  const { findings } = inspect(text, writer, await settings.current())
  const compiled = typeof pattern === 'string' && pattern !== '' ? compilePattern(pattern) : undefined
  return {
    findings: findings.map(({ rule, kind, severity, mode, words, ranges }) => ({
      rule,
      name: NAMES.get(rule) ?? words,
      kind,
      severity,
      mode,
      ranges: ranges.map(({ start, end }) => ({ start, end })),
    })),
    pattern_ranges: compiled !== undefined && isCompiled(compiled) ? [...compiled.find(text)] : [],
    pattern_problem: compiled === undefined || isCompiled(compiled) ? null : compiled,
  }
}
