/** The violations tab: the list with its filters, resolving, and the guardrail rules below it. */
import {
  adminGuardrailRoutes,
  type GuardrailSettings,
  type SetPattern,
  type SetRule,
  type TriedFinding,
} from '@flockwork/contract/admin/guardrails'
import { adminViolationRoutes as routes, type Violation } from '@flockwork/contract/admin/violations'
import { GUARDRAIL_RULES } from '@flockwork/contract/guardrails'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { openApp, PHONE, type Options } from './app.tsx'
import { refusal, wrongFields } from './fake-server.ts'
import { expectAccessible } from './look.ts'
import { button, expectClosed } from './parts.ts'
import { ago, HOUR, MINUTE, newId, person } from './world.ts'

const NOTHING = { day: { blocked: 0, reported: 0 }, month: { blocked: 0, reported: 0 } }
const FOUND = { day: { blocked: 3, reported: 0 }, month: { blocked: 40, reported: 1 } }

function violation(more: Partial<Violation> = {}): Violation {
  return {
    id: newId(),
    user_id: newId(),
    username: 'mateo',
    account_type: 'user',
    owner_username: null,
    org_id: newId(),
    org_name: 'Field Lab',
    rule: 'secret.github',
    rule_name: 'GitHub tokens',
    violation_type: 'secret',
    severity: 'high',
    outcome: 'blocked',
    place: 'message',
    via: 'rest',
    original_content: 'the token is ********',
    times: 1,
    first_at: ago(HOUR),
    timestamp: ago(MINUTE),
    resolved: false,
    resolved_at: null,
    resolved_by: null,
    ...more,
  }
}

const rules: SetRule[] = GUARDRAIL_RULES.map(({ id, name, kind, severity, modes }) => ({
  id,
  name,
  kind,
  severity,
  modes,
  default_modes: modes,
  is_fixed: id === 'secret.flockwork',
  counts: id === 'secret.github' ? FOUND : NOTHING,
}))

function pattern(more: Partial<SetPattern> = {}): SetPattern {
  return {
    id: newId(),
    name: 'Project Aurora',
    pattern: '(?i)project[ -]?aurora',
    mode: 'block',
    severity: 'medium',
    counts: NOTHING,
    created_at: ago(HOUR),
    created_by: 'ana',
    changed_at: ago(HOUR),
    ...more,
  }
}

interface Given extends Pick<Options, 'size'> {
  violations?: Violation[]
  patterns?: SetPattern[]
}

async function openTab({ violations = [], patterns = [], ...options }: Given = {}) {
  const state: { violations: Violation[]; settings: GuardrailSettings } = {
    violations,
    settings: { rules, patterns, patterns_max: 50 },
  }
  const app = await openApp({
    me: person('ana', { role: 'admin' }),
    path: '/admin?tab=violations',
    ...options,
    answers(server) {
      server.answer(routes.list, ({ query: { resolved, search, rule } }) => {
        const rows = state.violations.filter(
          (one) =>
            (resolved === null || one.resolved === resolved) &&
            (rule === undefined || one.rule === rule) &&
            (search === undefined || one.original_content?.includes(search) === true),
        )
        return { violations: rows, total: rows.length }
      })
      server.answer(adminGuardrailRoutes.settings, () => state.settings)
    },
  })
  return { ...app, state }
}

const list = page.getByRole('grid', { name: 'Violations' })
const guardrails = page.getByRole('region', { name: 'Guardrails' })

test('violations are listed, opened, filtered and resolved', async () => {
  const [first, second] = [
    violation({
      original_content: 'export AWS=********',
      username: 'scout',
      account_type: 'agent',
      owner_username: 'mateo',
    }),
    violation({ original_content: null, times: 12, severity: 'medium', user_id: null, username: null }),
  ]
  const { server, state } = await openTab({ violations: [first, second] })
  server.answer(routes.resolve, ({ params: { id } }) => {
    const done = { ...first, resolved: true, resolved_at: ago(), resolved_by: 'ana' }
    state.violations = state.violations.map((one) => (one.id === id ? done : one))
    return { success: true, violation: done }
  })
  await expect.element(list.getByText('export AWS=********')).toBeVisible()
  await expect.element(list.getByText('More texts that day, counted only')).toBeVisible()
  await expect.element(list.getByText('Someone signing up')).toBeVisible()
  await expectAccessible()

  await list.getByText('export AWS=********').click()
  const dialog = page.getByRole('dialog', { name: 'Blocked: GitHub tokens' })
  await expect.element(dialog.getByText('by @mateo')).toBeVisible()
  await expect.element(dialog.getByText('Message, through the app or REST')).toBeVisible()
  await dialog.getByRole('button', { name: 'Resolve' }).click()
  await expectClosed(dialog)
  await expect.element(list.getByText('export AWS=********')).not.toBeInTheDocument()
  expect(server.calls(routes.resolve)).toMatchObject([{ params: { id: first.id } }])

  await page.getByRole('combobox', { name: 'State' }).selectOptions('Resolved')
  await expect.element(list.getByText('export AWS=********')).toBeVisible()
  await expect.element(list.getByText('Resolved', { exact: true })).toBeVisible()
  await page.getByRole('searchbox', { name: 'Search violations' }).fill('nothing like it')
  await expect.element(page.getByText('No violation like that')).toBeVisible()
  await button('Clear filters').click()
  await expect.element(list.getByText('More texts that day, counted only')).toBeVisible()
})

test('a resolve that fails shows an error and leaves the row', async () => {
  const { server } = await openTab({ violations: [violation()], size: PHONE })
  server.answer(routes.resolve, () => refusal(503, 'unavailable', 'The database is away'))
  await button('Resolve, of @mateo').click()
  await expect.element(page.getByText('The violation could not be resolved').first()).toBeVisible()
  await expect.element(page.getByText('the token is ********')).toBeVisible()
})

test("rules can be switched, off only after a confirmation; the one that can't be switched says why", async () => {
  const { server, state } = await openTab({
    violations: [violation(), violation({ rule: 'abuse.slur', original_content: 'rude' })],
  })
  server.answer(adminGuardrailRoutes.change, ({ body }) => {
    state.settings = {
      ...state.settings,
      rules: state.settings.rules.map((rule) => ({
        ...rule,
        modes: body.rules.find(({ id }) => id === rule.id)?.modes ?? rule.modes,
      })),
    }
    return state.settings
  })
  await expect.element(page.getByText('Nothing to look at')).not.toBeInTheDocument()
  await guardrails.getByText('Secrets', { exact: true }).click()
  await expect.element(guardrails.getByText('Whoever reads one can act as its agent.')).toBeVisible()
  const github = guardrails.getByRole('group', { name: 'What GitHub tokens does', exact: true })
  await github.getByText('Report').click()
  await expect.element(github.getByRole('radio', { name: 'Report' })).toBeChecked()
  await expect.element(guardrails.getByText('1 changed')).toBeVisible()
  await expectAccessible()

  await github.getByText('Off').click()
  const ask = page.getByRole('dialog', { name: 'Switch off “GitHub tokens”?' })
  await ask.getByRole('button', { name: 'Cancel' }).click()
  await expectClosed(ask)
  await expect.element(github.getByRole('radio', { name: 'Report' })).toBeChecked()
  await github.getByText('Off').click()
  await ask.getByRole('button', { name: 'Switch off' }).click()
  await expectClosed(ask)
  await expect.element(github.getByRole('radio', { name: 'Off' })).toBeChecked()

  await guardrails.getByText('Agent take-over').click()
  const people = guardrails.getByRole('group', {
    name: 'What Orders to ignore instructions does when a person writes it',
  })
  await people.getByText('Block').click()
  await expect.element(people.getByRole('radio', { name: 'Block' })).toBeChecked()
  const both = (mode: string) => ({ person: mode, agent: mode })
  expect(server.calls(adminGuardrailRoutes.change).map(({ body }) => body.rules)).toEqual([
    [{ id: 'secret.github', modes: both('report') }],
    [{ id: 'secret.github', modes: both('off') }],
    [{ id: 'takeover.override', modes: both('block') }],
  ])

  // from a rule to its violations
  await guardrails.getByRole('button', { name: /^Show violations of GitHub tokens/ }).click()
  await expect.element(list.getByText('rude')).not.toBeInTheDocument()
  await page.getByRole('button', { name: /^Only GitHub tokens/ }).click()
  await expect.element(list.getByText('rude')).toBeVisible()
})

test('a pattern is validated while typing and can be tested, and a rejection leaves the form filled in', async () => {
  const { server } = await openTab({ patterns: [pattern()] })
  server.answer(adminGuardrailRoutes.try, ({ body: { text, pattern: typed } }) => ({
    findings: [],
    pattern_ranges: typed === 'bore\\w+' ? [{ start: text.indexOf('boreal'), end: text.length }] : [],
    pattern_problem: typed === 'bore(' ? { message: 'This bracket is never closed', at: 5 } : null,
  }))
  await guardrails.getByRole('button', { name: 'Add pattern' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add a pattern' })
  await dialog.getByRole('textbox', { name: 'Pattern' }).fill('bore(')
  await expect.element(dialog.getByText('This bracket is never closed (character 5)')).toBeVisible()
  await dialog.getByRole('textbox', { name: 'Pattern' }).fill('bore\\w+')
  await dialog.getByRole('textbox', { name: 'Try it on' }).fill('aurora borealis')
  await expect.element(dialog.getByText('1 match')).toBeVisible()
  expect(document.querySelector('mark')?.textContent).toBe('borealis')
  await expectAccessible()

  await dialog.getByRole('button', { name: 'Add pattern' }).click()
  await expect.element(dialog.getByText('Give it a name')).toBeVisible()
  expect(server.calls(adminGuardrailRoutes.addPattern)).toEqual([])
  server.answer(adminGuardrailRoutes.addPattern, () =>
    wrongFields({ name: 'There is a pattern with this name' }),
  )
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Borealis')
  await dialog.getByRole('button', { name: 'Add pattern' }).click()
  await expect.element(dialog.getByText('There is a pattern with this name')).toBeVisible()
  await expect.element(dialog.getByRole('textbox', { name: 'Pattern' })).toHaveValue('bore\\w+')

  server.answer(adminGuardrailRoutes.addPattern, ({ body }) => ({ pattern: pattern(body) }))
  await dialog.getByRole('button', { name: 'Add pattern' }).click()
  await expectClosed(dialog)
  await expect.element(guardrails.getByText('Borealis', { exact: true })).toBeVisible()

  server.answer(adminGuardrailRoutes.removePattern, () => undefined)
  await guardrails.getByRole('button', { name: 'Remove Project Aurora' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await expect.element(guardrails.getByText('Project Aurora', { exact: true })).not.toBeInTheDocument()
  await expect.element(guardrails.getByText('Borealis', { exact: true })).toBeVisible()
})

test('a test text shows what would happen and where; a failure leaves the text', async () => {
  const { server } = await openTab({ size: PHONE })
  await expect.element(page.getByText('Nothing to look at')).toBeVisible()
  server.answer(adminGuardrailRoutes.try, () => refusal(503, 'unavailable', 'The database is away'))
  const field = guardrails.getByRole('textbox', { name: 'Text' })
  await field.fill('call 4111 for it')
  await guardrails.getByRole('button', { name: 'Try' }).click()
  await expect.element(guardrails.getByText('The database is away')).toBeVisible()
  await expect.element(field).toHaveValue('call 4111 for it')

  const card: TriedFinding = {
    rule: 'number.card',
    name: 'Payment cards',
    kind: 'number',
    severity: 'high',
    mode: 'block',
    ranges: [{ start: 5, end: 9 }],
  }
  server.answer(adminGuardrailRoutes.try, () => ({
    findings: [card],
    pattern_ranges: [],
    pattern_problem: null,
  }))
  await guardrails.getByRole('button', { name: 'Try' }).click()
  await expect.element(guardrails.getByText('would be blocked')).toBeVisible()
  expect(document.querySelector('mark')?.textContent).toBe('4111')
  await expectAccessible()
})
