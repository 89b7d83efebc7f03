import { INVITE_DEFAULT_HOURS, INVITE_MAX_HOURS } from '@flockwork/contract/limits'
import { invites } from '../../strings/invites.ts'
import type { Faults } from '../../ui/use-form.ts'
import type { InviteTerms } from './use-invite.ts'

export type TypedTerms = Record<keyof InviteTerms, string>

/** Parses the fields: empty hours are 168, empty uses are unlimited (docs/rules/spaces.md#invites). */
export function readTerms({ expires_hours: hours, max_uses: uses }: TypedTerms): InviteTerms {
  return {
    expires_hours: hours.trim() === '' ? INVITE_DEFAULT_HOURS : Number(hours),
    max_uses: uses.trim() === '' ? null : Number(uses),
  }
}

export function termsFaults(typed: TypedTerms): Faults<TypedTerms> {
  const { expires_hours: hours, max_uses: uses } = readTerms(typed)
  const areHoursRight = Number.isInteger(hours) && hours >= 1 && hours <= INVITE_MAX_HOURS
  const areUsesRight = uses === null || (Number.isInteger(uses) && uses >= 1)
  return {
    expires_hours: !areHoursRight && invites.wholeNumber(1, INVITE_MAX_HOURS),
    max_uses: !areUsesRight && invites.atLeastOne,
  }
}

const HOURS_A_DAY = 24

/** The hours in days, if they are whole days. */
export function inDays(typed: string): string | undefined {
  const days = readTerms({ expires_hours: typed, max_uses: '' }).expires_hours / HOURS_A_DAY
  return Number.isInteger(days) && days > 0 ? invites.inDays(days) : undefined
}
