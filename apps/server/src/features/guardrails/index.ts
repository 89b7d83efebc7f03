import { createSecretFinder, maskSecrets } from './secrets.ts'
import { GuardrailViolation } from './violation.ts'

export { GuardrailViolation } from './violation.ts'

/** Who wrote the text: what a person may quote, an agent may not always relay. */
export type WrittenBy = 'person' | 'agent'

/**
 * Asked before anything is stored: messages, edits, bios and what else others read (docs/rules/guardrails.md#checks).
 *
 * Resolves when the text may be stored; throws `GuardrailViolation`, answered as 400, when it may not.
 */
export type Guard = (text: string, by: WrittenBy) => Promise<void>

export interface Guardrails {
  guard: Guard
  /** A text with every secret in it masked, for what is kept of a refused one. */
  mask: (text: string) => string
}

/** Both parts share one set of compiled rules: make it once, at the start. */
export function createGuardrails(): Guardrails {
  const secrets = createSecretFinder()
  const mask = (text: string) => maskSecrets(text, secrets.find(text))

  return {
    mask,
    guard: async (text) => {
      const found = secrets.find(text)
      const surest = found[0]
      if (!surest) return

      throw new GuardrailViolation({
        type: 'secret',
        severity: 'high',
        title: 'Content Blocked',
        message: `This text contains what looks like ${surest.kind}.`,
        suggestion: 'Take it out and send again. If it is real and was shown elsewhere, revoke it.',
        maskedText: maskSecrets(text, found),
      })
    },
  }
}

/** The seam alone, for services that only ask. */
export function createGuard(): Guard {
  return createGuardrails().guard
}
