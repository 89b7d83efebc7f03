import { expect, test } from 'vitest'
import { createGuard, GuardrailViolation } from './guard.ts'

const token = `ghp_${'a1B2c3D4e5F6'.repeat(3)}`

test.for(['person', 'agent'] as const)(
  'a token in the text of a %s is refused, and the answer does not repeat it',
  async (by) => {
    const refusal = await createGuard()(`use ${token} please`, by).catch((error: unknown) => error)

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
    expect(refusal.violation.maskedText).toBe('use ******** please')
    expect(JSON.stringify(refusal) + refusal.stack).not.toContain(token)
  },
)

test('ordinary text is allowed', async () => {
  await expect(createGuard()('hi @bob, see #release', 'person')).resolves.toBeUndefined()
})
