/** What the kill switch says of an agent (docs/rules/agents.md#kill-switch). Pure. */
import type { Agent } from '@flockwork/contract/agents'
import { ApiError, detailOf } from '../../../api/api-error.ts'
import { responding as words } from '../../../strings/agent-dialog.ts'

type Control = Agent['control']

const MANAGED = 'managed:'

/** An administrator paused it: its owner can't lift that. */
export function isPausedByAdmin({ is_disabled, disabled_by = [] }: Control): boolean {
  return is_disabled && disabled_by.some((scope) => scope.startsWith(MANAGED))
}

/** What a pause would do: of one's own agent, of Chirpy for oneself, or as an administrator for everyone. */
export function pauseText(isOfGuide: boolean, isAdmin: boolean): string {
  if (!isOfGuide) return words.offText
  return isAdmin ? words.offGuideForAll : words.offGuide
}

/** The words of the alert: the server's, or the error's own, or a plain request to try again. */
export function killSwitchProblem(verb: 'disable' | 'enable', error: Error): string {
  const own = error instanceof ApiError || error.message === '' ? words.tryAgain : error.message
  return words.failed(verb, detailOf(error, own))
}

/** The limits that an administrator set, one line for each side; none: no lines. */
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
