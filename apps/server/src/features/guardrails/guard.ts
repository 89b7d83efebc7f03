import { ApiError } from '../../platform/errors.ts'
import { createSecretFinder, maskSecrets } from './secrets.ts'

/** A person may quote some texts that an agent must not relay. */
export type WrittenBy = 'person' | 'agent'

/**
 * Checks a text before it is stored: messages, edits, bios and all else that others read
 * (docs/rules/guardrails.md#checks). @throws GuardrailViolation
 */
export type Guard = (text: string, by: WrittenBy) => Promise<void>

interface Violation {
  readonly type: string
  /** How grave it is, as administrators see it. */
  readonly severity: 'high' | 'medium' | 'low'
  readonly title: string
  readonly message: string
  readonly suggestion: string
  /** The refused text with the cause of the refusal masked: all that may be stored or logged of it. */
  readonly maskedText: string
}

/** A text was refused, and nothing of it was stored (docs/rules/guardrails.md#refusals). */
export class GuardrailViolation extends ApiError {
  override name = 'GuardrailViolation'
  readonly status = 400
  readonly code = 'guardrail_violation'
  readonly violation: Violation

  constructor(violation: Violation) {
    super(violation.message)
    this.violation = violation
  }

  override toBody() {
    const { type, severity, title, message, suggestion } = this.violation
    return { title, message, suggestion, severity, violation_type: type, detail: message }
  }
}

/** Compiles the rules: to be called once, at the start. */
export function createGuard(): Guard {
  const secrets = createSecretFinder()
  return async (text) => {
    const found = secrets.find(text)
    const [surest] = found
    if (surest === undefined) return

    throw new GuardrailViolation({
      type: 'secret',
      severity: 'high',
      title: 'Content Blocked',
      message: `This text contains what looks like ${surest.kind}.`,
      suggestion: 'Take it out and send again. If it is real and was shown elsewhere, revoke it.',
      maskedText: maskSecrets(text, found),
    })
  }
}
