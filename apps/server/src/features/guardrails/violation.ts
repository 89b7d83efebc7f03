import { ApiError } from '../../platform/errors.ts'

/** How grave a violation is, as administrators see it. */
type Severity = 'high' | 'medium' | 'low'

interface Violation {
  type: string
  severity: Severity
  title: string
  message: string
  suggestion: string
  /** The refused text with what it was refused for masked: all that may be kept or logged of it. */
  maskedText: string
}

/** A text was refused before anything of it was stored (docs/rules/guardrails.md#refusals). */
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
