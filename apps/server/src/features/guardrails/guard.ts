/** Checks a text before it is stored, and refuses or reports it (docs/rules/guardrails.md#refusals). */
import type {
  GuardrailKind,
  GuardrailPlace,
  GuardrailSeverity,
  GuardrailWriter,
} from '@flockwork/contract/guardrails'
import type { Actor } from '../../platform/actor.ts'
import { ApiError } from '../../platform/errors.ts'
import type { Finding, Inspect } from './inspect.ts'
import type { GuardSettings } from './settings.ts'

/** The author of a text, and its place. */
export interface Writing {
  readonly by: GuardrailWriter
  /** Null without an account, as at sign-up. */
  readonly accountId: string | null
  /** Null for a text in no space, or in several. */
  readonly spaceId: string | null
  readonly place: GuardrailPlace
}

/**
 * Checks a text before it is stored: messages, edits, bios and anything else that others read
 * (docs/rules/guardrails.md#checks). Resolves when its report, if any, is stored.
 * @param isNew called if something was found: false for the repeat of a successful write, which is neither refused nor
 * reported again. What it throws is thrown instead of the refusal.
 * @throws GuardrailViolation for a refused text, GuardrailsUnavailable when it can't be checked or reported.
 */
export type Guard = (text: string, writing: Writing, isNew?: () => Promise<boolean>) => Promise<void>

/** A text that violates active rules. All of this may be stored. */
export interface Violation extends Writing {
  readonly outcome: 'blocked' | 'reported'
  /** Findings of rules that block or report, most severe first. */
  readonly findings: readonly Finding[]
  /** The text with secrets and numbers masked. */
  readonly maskedText: string
}

export interface GuardDeps {
  readonly inspect: Inspect
  /** This node's current settings. @throws if they can't be read: then nothing is stored. */
  readonly settings: () => GuardSettings | Promise<GuardSettings>
  /** Stores a violation; resolves after the commit. Called before the text itself is stored. */
  readonly report: (violation: Violation) => Promise<void>
  readonly onError: (error: unknown) => void
}

interface Refusal {
  readonly type: GuardrailKind
  /** The severity, as configured by administrators. */
  readonly severity: GuardrailSeverity
  readonly message: string
  readonly suggestion: string
}

/** A text was refused, and none of it was stored (docs/rules/guardrails.md#refusals). */
export class GuardrailViolation extends ApiError {
  override name = 'GuardrailViolation'
  readonly status = 400
  readonly code = 'guardrail_violation'
  readonly refusal: Refusal

  constructor(refusal: Refusal) {
    super(refusal.message)
    this.refusal = refusal
  }

  override toBody() {
    const { type, severity, message, suggestion } = this.refusal
    return { title: 'Content Blocked', message, suggestion, severity, violation_type: type, detail: message }
  }
}

/** A text can't be checked now, so it isn't stored; the caller may retry. */
export class GuardrailsUnavailable extends ApiError {
  override name = 'GuardrailsUnavailable'
  readonly status = 503
  readonly code = 'guardrails_unavailable'

  constructor() {
    super('This text could not be checked, so it was not stored. Try again in a moment.')
  }

  override headers() {
    return { 'retry-after': '2' }
  }
}

export function createGuard({ inspect, settings, report, onError }: GuardDeps): Guard {
  /** Fails closed: @throws GuardrailsUnavailable instead of any error of a check. */
  const closed = async <Result>(work: () => Result | Promise<Result>): Promise<Result> => {
    try {
      return await work()
    } catch (error) {
      onError(error)
      throw new GuardrailsUnavailable()
    }
  }

  return async (text, writing, isNew) => {
    const { findings, maskedText } = await closed(async () => inspect(text, writing.by, await settings()))
    const acted = findings.filter(({ mode }) => mode !== 'off')
    if (acted.length === 0 || (await isNew?.()) === false) return

    const blocking = acted.find(({ mode }) => mode === 'block')
    const outcome = blocking === undefined ? 'reported' : 'blocked'
    await closed(() => report({ ...writing, outcome, findings: acted, maskedText }))
    if (blocking !== undefined) throw new GuardrailViolation(refusalOf(blocking))
  }
}

const SUGGESTIONS: Record<GuardrailKind, string> = {
  secret: 'Take it out and send again. If it is real and was shown elsewhere, revoke it.',
  number: 'Take it out and send again. If somebody needs it, give it to them another way.',
  abuse: 'Say it without attacking anyone, and send again.',
  takeover: 'Say in your own words what it asks for, without repeating it, and send again.',
  pattern: 'Take it out and send again. An administrator of this instance can say why it is not allowed.',
}

function refusalOf({ kind, severity, words }: Finding): Refusal {
  return {
    type: kind,
    severity,
    message: `This text contains what looks like ${words}.`,
    suggestion: SUGGESTIONS[kind],
  }
}

/** For the name of a person who is signing up. */
export const UNKNOWN_PERSON: Writing = { by: 'person', accountId: null, spaceId: null, place: 'name' }

/** An actor's text in a space. */
export function writingOf(
  { kind, accountId }: Pick<Actor, 'kind' | 'accountId'>,
  place: GuardrailPlace,
  spaceId: string | null,
): Writing {
  return { by: kind === 'user' ? 'person' : 'agent', accountId, spaceId, place }
}
