/** Recall and false positives of the rules: the figures in docs/rules/guardrails.md#how-well-it-finds. */
import type { GuardrailKind } from '@flockwork/contract/guardrails'
import { afterAll, expect, test } from 'vitest'
import { CHAT, HEATED } from '../../../test/corpora/chat.ts'
import { CODE } from '../../../test/corpora/code.ts'
import { ordinaryLines } from '../../../test/corpora/generated.ts'
import { madeNumbers } from '../../../test/corpora/numbers.ts'
import { madeSecrets } from '../../../test/corpora/secrets.ts'
import { QUOTED_PROMPTS, SECURITY_TALK } from '../../../test/corpora/security-talk.ts'
import { ABUSE, NEAR_TAKEOVERS, TAKEOVERS } from '../../../test/corpora/takeovers.ts'
import { createInspect, type Finding } from './inspect.ts'
import { DEFAULT_SETTINGS } from './settings.ts'

const FAMILIES: readonly GuardrailKind[] = ['secret', 'number', 'abuse', 'takeover']
const inspect = createInspect()
const findingsIn = (text: string): readonly Finding[] => inspect(text, 'agent', DEFAULT_SETTINGS).findings
const finds = (text: string, kind: GuardrailKind) => findingsIn(text).some((finding) => finding.kind === kind)

const figures: string[] = []
afterAll(() => console.info(figures.join('\n')))

/** The share of parts that count, which is also printed. */
function shareOf<Part>(name: string, parts: readonly Part[], counts: (part: Part) => boolean): number {
  const counted = parts.filter(counts).length
  figures.push(`${name}: ${counted} of ${parts.length} (${((100 * counted) / parts.length).toFixed(2)} %)`)
  return counted / parts.length
}

const WRITTEN = [...CHAT, ...HEATED, ...CODE, ...SECURITY_TALK, ...QUOTED_PROMPTS]
const MADE = ordinaryLines(30, 20_241_121)

test.for(FAMILIES.map((kind) => ({ kind })))(
  'under 1 %% of ordinary text is mistaken for $kind',
  ({ kind }) => {
    expect(WRITTEN.length).toBeGreaterThan(350)
    expect(MADE.length).toBeGreaterThan(1000)
    expect(shareOf(`${kind}, of written texts`, WRITTEN, (text) => finds(text, kind))).toBeLessThan(0.01)
    expect(shareOf(`${kind}, of made lines`, MADE, (text) => finds(text, kind))).toBeLessThan(0.01)
  },
)

const made = [...madeSecrets(50, 20_241_122), ...madeNumbers(400, 20_241_123)]
const byRule = Array.from(
  Map.groupBy(made, ({ rule }) => rule),
  ([rule, texts]) => ({ rule, texts }),
)

test.for(byRule)('at least 99 %% of the generated texts with $rule are found', ({ rule, texts }) => {
  const isFound = ({ text }: { text: string }) => findingsIn(text).some((finding) => finding.rule === rule)
  expect(shareOf(rule, texts, isFound)).toBeGreaterThanOrEqual(0.99)
})

test('take-over attempts are found, and similar but harmless texts are not', () => {
  expect(shareOf('take-overs', TAKEOVERS, (text) => finds(text, 'takeover'))).toBeGreaterThanOrEqual(0.95)
  const near = [...NEAR_TAKEOVERS, ...SECURITY_TALK, ...QUOTED_PROMPTS]
  expect(shareOf('near misses', near, (text) => finds(text, 'takeover'))).toBeLessThan(0.02)
})

test('slurs and threats are found, also in disguise', () => {
  const isFound = ({ rule, text }: (typeof ABUSE)[number]) =>
    findingsIn(text).some((finding) => finding.rule === rule)
  expect(shareOf('abuse', ABUSE, isFound)).toBeGreaterThanOrEqual(0.95)
})
