/**
 * Budgets: what model calls spend, charged before they are made (docs/rules/budgets.md, ADR-0031).
 *
 * `leases.ts` charges and gives back, `rules.ts` says what a call costs and which cap it goes beyond, `usage.ts` reads what was
 * used and takes the reports of agents on other machines.
 */
export { lease, LeaseOver, NoBudget, type BudgetServices, type Lease, type Spender } from './leases.ts'
export { budgetsApi } from './routes.ts'
export { estimatedTokens } from './rules.ts'
export { pruneSpend, readBudget, replaceCaps, reportUsage, usageOfAgents } from './usage.ts'
