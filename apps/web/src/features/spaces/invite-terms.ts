import { INVITE_DEFAULT_HOURS, INVITE_MAX_HOURS } from '@flockwork/contract/limits'
import { strings } from '../../strings.ts'
import type { Faults } from '../../ui/use-form.ts'
import type { InviteTerms } from './use-invite.ts'

const words = strings.spaces

export type TypedTerms = Record<keyof InviteTerms, string>

/** What was typed, read: no hours are 168, no uses are unlimited (docs/rules/spaces.md#invites). */
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
    expires_hours: !areHoursRight && words.wholeNumber(1, INVITE_MAX_HOURS),
    max_uses: !areUsesRight && words.atLeastOne,
  }
}
