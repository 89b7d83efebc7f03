/**
 * Budgets: model calls are charged before they are made (docs/rules/budgets.md, ADR-0031).
 *
 * `leases.ts` charges and refunds, `rules.ts` computes what a call costs and which cap it exceeds, `usage.ts` reads the
 * usage and stores the reports of external agents.
 */
export { lease, LeaseOver, NoBudget, type BudgetServices, type Lease, type Spender } from './leases.ts'
export { budgetsApi } from './routes.ts'
export { estimatedTokens } from './rules.ts'
export { pruneSpend, readBudget, replaceCaps, reportUsage, usageOfAgents } from './usage.ts'
