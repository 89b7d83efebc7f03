/** The kill switch's texts about an agent (docs/rules/agents.md#kill-switch). Pure. */
import type { Agent } from '@flockwork/contract/agents'
import { ApiError, detailOf } from '../../../api/api-error.ts'
import { responding as words } from '../../../strings/agent-dialog.ts'

type Control = Agent['control']

const MANAGED = 'managed:'

/** Paused by an administrator: its owner can't resume it. */
export function isPausedByAdmin({ is_disabled, disabled_by = [] }: Control): boolean {
  return is_disabled && disabled_by.some((scope) => scope.startsWith(MANAGED))
}

/** The scope of a pause: one's own agent, Chirpy for oneself, or, as an administrator, for everyone. */
export function pauseText(isOfGuide: boolean, isAdmin: boolean): string {
  if (!isOfGuide) return words.offText
  return isAdmin ? words.offGuideForAll : words.offGuide
}

/** The text of the alert: the server's, else the error's own, else a plain request to retry. */
export function killSwitchProblem(verb: 'disable' | 'enable', error: Error): string {
  const own = error instanceof ApiError || error.message === '' ? words.tryAgain : error.message
  return words.failed(verb, detailOf(error, own))
}

/** The limits set by an administrator, one line each; an empty list if none. */
export function limitLines(control: Control): string[] {
  const line = (
    what: string,
    hourly: number | null | undefined,
    daily: number | null | undefined,
  ): string[] => {
    const parts = [
      hourly === null || hourly === undefined ? null : words.anHour(hourly),
      daily === null || daily === undefined ? null : words.aDay(daily),
    ].filter((part) => part !== null)
    return parts.length === 0 ? [] : [`${parts.join(', ')}: ${what}`]
  }
  return [
    ...line(words.toIt, control.user_hourly_limit, control.user_daily_limit),
    ...line(words.byIt, control.agent_hourly_limit, control.agent_daily_limit),
  ]
}
