/** The usage and caps of model calls (docs/rules/budgets.md). */
import * as z from 'zod/mini'
import { Id } from './common.ts'
import { route } from './route.ts'

/** What a cap bounds: the runs of an agent, in a space, for a task, or caused by a person. */
export const SpendSubject = z.enum(['agent', 'space', 'task', 'person'])
export type SpendSubject = z.infer<typeof SpendSubject>

export const CapUnit = z.enum(['tokens', 'microdollars'])
export type CapUnit = z.infer<typeof CapUnit>

export const CapSpan = z.enum(['day', 'total'])
export type CapSpan = z.infer<typeof CapSpan>

export const CAP_MAX = 1_000_000_000_000

const Amount = z.int().check(z.gte(0), z.lte(CAP_MAX))

export const Cap = z.object({ unit: CapUnit, span: CapSpan, amount: Amount })
export type Cap = z.infer<typeof Cap>

/** Usage within a day (UTC), or in total. Running calls count with their leases. */
export const Usage = z.object({
  tokens: z.number(),
  input_tokens: z.number(),
  output_tokens: z.number(),
  /** Millionths of a dollar; null if the price is unknown. */
  microdollars: z.nullable(z.number()),
  runs: z.number(),
})
export type Usage = z.infer<typeof Usage>

/** `source` says where the figures come from; `unknown` has none, because the agent reports nothing. */
export const AgentUsage = z.object({
  source: z.enum(['measured', 'reported', 'unknown']),
  today: z.nullable(Usage),
  month: z.nullable(Usage),
})
export type AgentUsage = z.infer<typeof AgentUsage>

const REPORTED_TOKENS_MAX = 1_000_000_000
/** $10,000 in one report. */
const REPORTED_COST_MAX = 10_000_000_000
const Tokens = z.int().check(z.gte(0), z.lte(REPORTED_TOKENS_MAX))

export const UsageReport = z.object({
  input_tokens: Tokens,
  output_tokens: Tokens,
  /** Millionths of a dollar; absent if the agent doesn't know. */
  microdollars: z.nullish(z.int().check(z.gte(0), z.lte(REPORTED_COST_MAX))),
})
export type UsageReport = z.infer<typeof UsageReport>

const SubjectParams = z.object({ subject: SpendSubject, id: Id })

export const Budget = z.object({ caps: z.array(Cap), today: Usage, total: Usage })
export type Budget = z.infer<typeof Budget>

export const budgetRoutes = {
  report: route({
    method: 'POST',
    path: '/api/agents/usage',
    access: 'account',
    scope: 'messages:write',
    summary:
      'What the calling agent used of models since it last said so; answers whether a cap of it is reached',
    body: UsageReport,
    answer: z.object({ today: Usage, is_over: z.boolean() }),
  }),
  budget: route({
    method: 'GET',
    path: '/api/admin/budgets/:subject/:id',
    access: 'admin',
    summary: 'What an agent, a space, a task or a person’s requests used of models, and their caps',
    params: SubjectParams,
    answer: Budget,
  }),
  setCap: route({
    method: 'PUT',
    path: '/api/admin/budgets/:subject/:id',
    access: 'admin',
    summary: 'Set or take away a cap',
    params: SubjectParams,
    body: z.object({ unit: CapUnit, span: CapSpan, amount: z.nullable(Amount) }),
    answer: Budget,
  }),
}
