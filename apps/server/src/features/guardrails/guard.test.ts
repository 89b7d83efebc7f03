import type { GuardrailMode } from '@flockwork/contract/guardrails'
import { expect, test } from 'vitest'
import {
  createGuard,
  GuardrailsUnavailable,
  GuardrailViolation,
  type GuardDeps,
  type Violation,
  type Writing,
} from './guard.ts'
import { createInspect } from './inspect.ts'
import { DEFAULT_SETTINGS, type GuardSettings } from './settings.ts'

const token = `ghp_${'a1B2c3D4e5F6'.repeat(3)}`
const inspect = createInspect()
const writing: Writing = { by: 'person', accountId: 'ana', spaceId: 'lab', place: 'message' }

/** A guard and its reports. */
function guardWith(deps: Partial<GuardDeps> = {}) {
  const reported: Violation[] = []
  const errors: unknown[] = []
  const guard = createGuard({
    inspect,
    settings: () => DEFAULT_SETTINGS,
    report: async (violation) => void reported.push(violation),
    onError: (error) => errors.push(error),
    ...deps,
  })
  const refusalOf = (text: string, by = writing.by) =>
    guard(text, { ...writing, by }).then(
      () => undefined,
      (error: unknown) => error,
    )
  return { reported, errors, refusalOf }
}

const withMode = (mode: GuardrailMode): GuardSettings => ({
  modes: new Map([['secret.github', { person: mode, agent: mode }]]),
  patterns: [],
})

test.for(['person', 'agent'] as const)(
  'a token in the text of a %s is refused, and the answer does not repeat it',
  async (by) => {
    const { reported, refusalOf } = guardWith()
    const refusal = await refusalOf(`use ${token} please`, by)

    if (!(refusal instanceof GuardrailViolation)) throw new Error('The text was allowed')
    expect(refusal.status).toBe(400)
    expect(refusal.code).toBe('guardrail_violation')
    expect(refusal.toBody()).toEqual({
      title: 'Content Blocked',
      message: 'This text contains what looks like a GitHub token.',
      suggestion: 'Take it out and send again. If it is real and was shown elsewhere, revoke it.',
      severity: 'high',
      violation_type: 'secret',
      detail: 'This text contains what looks like a GitHub token.',
    })
    expect(reported).toMatchObject([
      { ...writing, by, outcome: 'blocked', findings: [{ rule: 'secret.github', mode: 'block' }] },
    ])
    expect(reported[0]?.maskedText).toBe('use ******** please')
    expect(JSON.stringify([refusal, reported]) + refusal.stack).not.toContain(token)
  },
)

test('ordinary text is allowed, and nothing about it is stored', async () => {
  const { reported, refusalOf } = guardWith()
  expect(await refusalOf('hi @bob, see #release')).toBeUndefined()
  expect(reported).toEqual([])
})

test('a reporting rule allows the text, and a disabled one does nothing', async () => {
  const reporting = guardWith({ settings: () => withMode('report') })
  expect(await reporting.refusalOf(`use ${token}`)).toBeUndefined()
  expect(reporting.reported).toMatchObject([{ outcome: 'reported', maskedText: 'use ********' }])

  const off = guardWith({ settings: async () => withMode('off') })
  expect(await off.refusalOf(`use ${token}`)).toBeUndefined()
  expect(off.reported).toEqual([])
})

test('a stored violation also has the secrets of disabled rules masked', async () => {
  const pattern = {
    id: 'pattern.1',
    words: 'a code name',
    severity: 'low',
    modes: { person: 'report', agent: 'off' },
    find: (text: string) => [{ start: text.indexOf('Zeus'), end: text.indexOf('Zeus') + 4 }],
  } as const
  const { reported, refusalOf } = guardWith({ settings: () => ({ ...withMode('off'), patterns: [pattern] }) })
  expect(await refusalOf(`Zeus has ${token}`)).toBeUndefined()
  expect(await refusalOf('Zeus', 'agent')).toBeUndefined()
  expect(reported).toMatchObject([
    { findings: [{ rule: 'pattern.1', kind: 'pattern' }], maskedText: '******** has ********' },
  ])
})

const broken = async (): Promise<never> => {
  throw new Error('the database is away')
}

test.for([
  { what: 'the settings', deps: { settings: broken }, text: 'hi' },
  { what: 'the settings, at once', deps: { settings: () => broken() as never }, text: 'hi' },
  {
    what: 'a rule',
    deps: {
      inspect: () => {
        throw new RangeError('stack')
      },
    },
    text: 'hi',
  },
  { what: 'the record of a refusal', deps: { report: broken }, text: token },
  {
    what: 'the record of a report',
    deps: { report: broken, settings: () => withMode('report') },
    text: token,
  },
])('nothing is stored while $what fails', async ({ deps, text }) => {
  const { errors, refusalOf } = guardWith(deps)
  const refusal = await refusalOf(text)
  if (!(refusal instanceof GuardrailsUnavailable)) throw new Error('The text was allowed')
  expect([refusal.status, refusal.code, refusal.headers()]).toEqual([
    503,
    'guardrails_unavailable',
    { 'retry-after': '2' },
  ])
  expect(errors).toHaveLength(1)
})
