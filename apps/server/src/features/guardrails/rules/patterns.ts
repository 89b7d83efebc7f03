/** Adding, changing and removing custom patterns (docs/rules/guardrails.md#patterns). */
import type { SetPattern } from '@flockwork/contract/admin/guardrails'
import type { GuardrailMode, GuardrailSeverity } from '@flockwork/contract/guardrails'
import { PATTERNS_MAX, PATTERNS_MAX_SIZE } from '@flockwork/contract/limits'
import type { PersonActor } from '../../../platform/actor.ts'
import { audit } from '../../../platform/audit.ts'
import type { Tx } from '../../../platform/database.ts'
import { Conflict, invalid, NotFound } from '../../../platform/errors.ts'
import { orderedId } from '../../../platform/ids.ts'
import type { Once } from '../../../platform/idempotency.ts'
import { compilePattern, isCompiled } from '../patterns/re2.ts'
import { presentPatterns, type RuleServices } from './change.ts'
import * as repository from './repository.ts'

export interface PatternInput {
  readonly name: string
  readonly pattern: string
  readonly mode: GuardrailMode
  readonly severity: GuardrailSeverity
}

interface Answer {
  readonly pattern: SetPattern
}

/** @throws Invalid for an unusable pattern; Conflict for a taken name and beyond the maximum. */
export async function addPattern(
  services: RuleServices,
  actor: PersonActor,
  input: PatternInput,
  once: Once<Answer>,
): Promise<Answer> {
  const { clock, bus } = services
  const answer = await once(async (tx) => {
    await repository.lockSettings(tx)
    const others = await repository.listPatterns(tx)
    if (others.length >= PATTERNS_MAX) throw new Conflict(`At most ${PATTERNS_MAX} patterns`)
    checkAmong(others, input)
    const at = new Date(clock.now())
    const id = orderedId(clock.now())
    await repository.insertPattern(tx, {
      ...input,
      id,
      created_at: at,
      created_by: actor.accountId,
      changed_at: at,
    })
    await audit(tx, clock, { ...entryOf(actor, 'guardrail_pattern_added', id, input), after: factsOf(input) })
    return presented(services, tx, id)
  })
  await bus.publish({ kind: 'guardrails_changed' })
  return answer
}

/** @throws NotFound; as `addPattern`. */
export async function changePattern(
  services: RuleServices,
  actor: PersonActor,
  {
    id,
    change,
  }: { id: string; change: { readonly [K in keyof PatternInput]?: PatternInput[K] | undefined } },
  once: Once<Answer>,
): Promise<Answer> {
  const { clock, bus } = services
  const answer = await once(async (tx) => {
    await repository.lockSettings(tx)
    const all = await repository.listPatterns(tx)
    const before = all.find((pattern) => pattern.id === id)
    if (before === undefined) throw noSuchPattern()
    const after = {
      ...before,
      name: change.name ?? before.name,
      pattern: change.pattern ?? before.pattern,
      mode: change.mode ?? before.mode,
      severity: change.severity ?? before.severity,
    }
    const [from, to] = [factsOf(before), factsOf(after)]
    if (JSON.stringify(from) !== JSON.stringify(to)) {
      checkAmong(
        all.filter((pattern) => pattern.id !== id),
        after,
      )
      await repository.updatePattern(tx, { ...after, changed_at: new Date(clock.now()) })
      const entry = entryOf(actor, 'guardrail_pattern_changed', id, after)
      await audit(tx, clock, { ...entry, before: from, after: to })
    }
    return presented(services, tx, id)
  })
  await bus.publish({ kind: 'guardrails_changed' })
  return answer
}

/** Its violations stay. @throws NotFound */
export async function removePattern(
  { clock, bus }: RuleServices,
  actor: PersonActor,
  id: string,
  once: Once<void>,
): Promise<void> {
  await once(async (tx) => {
    await repository.lockSettings(tx)
    const pattern = (await repository.listPatterns(tx)).find((one) => one.id === id)
    if (pattern === undefined) throw noSuchPattern()
    await repository.deletePattern(tx, id)
    const entry = entryOf(actor, 'guardrail_pattern_removed', id, pattern)
    await audit(tx, clock, { ...entry, before: factsOf(pattern) })
  })
  await bus.publish({ kind: 'guardrails_changed' })
}

function checkAmong(others: readonly PatternInput[], { name, pattern }: PatternInput): void {
  const isNamed = (other: PatternInput) => other.name.toLowerCase() === name.toLowerCase()
  if (others.some(isNamed)) throw invalid(['body', 'name'], 'There is a pattern with this name')
  const size = sizeOf(pattern) + others.reduce((sum, other) => sum + sizeOf(other.pattern), 0)
  if (size > PATTERNS_MAX_SIZE) {
    throw invalid(['body', 'pattern'], 'All patterns together are too large: simplify or remove one')
  }
}

/** @throws Invalid with the position of the error in a pattern. */
function sizeOf(pattern: string): number {
  const result = compilePattern(pattern)
  if (isCompiled(result)) return result.size
  const { message, at } = result
  throw invalid(['body', 'pattern'], at === null ? message : `${message} (character ${at})`)
}

async function presented({ clock }: RuleServices, tx: Tx, id: string): Promise<Answer> {
  const pattern = (await presentPatterns({ db: tx, clock })).find((one) => one.id === id)
  if (pattern === undefined) throw noSuchPattern()
  return { pattern }
}

const factsOf = ({ name, pattern, mode, severity }: PatternInput) => ({ name, pattern, mode, severity })

const entryOf = (actor: PersonActor, action: string, id: string, { name }: PatternInput) => ({
  actorId: actor.accountId,
  action,
  target: { type: 'guardrail_pattern', id, name },
})

const noSuchPattern = () => new NotFound('There is no such pattern')
