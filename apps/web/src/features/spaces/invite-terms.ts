import { INVITE_DEFAULT_HOURS, INVITE_MAX_HOURS } from '@flockwork/contract/limits'
import { strings } from '../../strings.ts'
import type { InviteTerms } from './use-invite.ts'

const words = strings.spaces

export interface TypedTerms {
  hours: string
  uses: string
}

export interface TermsFaults {
  hours?: string
  uses?: string
}

/** What was typed, read: no hours are 168, no uses are unlimited (docs/rules/spaces.md#invites). */
export function readTerms({ hours, uses }: TypedTerms): { terms: InviteTerms; faults: TermsFaults } {
  const expiresHours = hours.trim() === '' ? INVITE_DEFAULT_HOURS : Number(hours)
  const maxUses = uses.trim() === '' ? null : Number(uses)
  const isHoursRight = Number.isInteger(expiresHours) && expiresHours >= 1 && expiresHours <= INVITE_MAX_HOURS
  const isUsesRight = maxUses === null || (Number.isInteger(maxUses) && maxUses >= 1)
  return {
    terms: { expiresHours, maxUses },
    faults: {
      ...(!isHoursRight && { hours: words.wholeNumber(1, INVITE_MAX_HOURS) }),
      ...(!isUsesRight && { uses: words.atLeastOne }),
    },
  }
}
