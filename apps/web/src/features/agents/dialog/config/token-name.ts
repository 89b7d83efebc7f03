import type { AgentToken } from '@flockwork/contract/agents'
import { config as words } from '../../../../strings/agent-dialog.ts'

const LOCALE = 'en-GB'
const day = new Intl.DateTimeFormat(LOCALE, { day: 'numeric', month: 'long' })
const dayOfYear = new Intl.DateTimeFormat(LOCALE, { dateStyle: 'long' })

/** The token's name, or the day it was created: "Token of 3 November", with the year unless it is this one. */
export function tokenName({ name, created_at }: Pick<AgentToken, 'name' | 'created_at'>, now: Date): string {
  if (name !== null) return name
  const made = new Date(created_at)
  return words.unnamed((made.getFullYear() === now.getFullYear() ? day : dayOfYear).format(made))
}
