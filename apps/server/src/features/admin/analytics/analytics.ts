/** Daily analytics of the instance, from running totals (docs/rules/administration.md#analytics, ADR-0021). */
import type { Analytics, AnalyticsDays } from '@flockwork/contract/admin/analytics'
import type { AdminServices } from '../services.ts'
import { fillDays, lastDays } from './days.ts'
import * as repository from './repository.ts'

const FIGURES = ['messages', 'active_users', 'active_agents', 'tasks_created', 'tasks_completed'] as const

export async function readAnalytics({ db, clock }: AdminServices, days: AnalyticsDays): Promise<Analytics> {
  const dates = lastDays(clock.now(), days)
  const [from = '', to = ''] = [dates[0], dates.at(-1)]
  const rows = await repository.readDays(db, { from, to, figures: FIGURES })
  return { days, series: fillDays(dates, rows) }
}
