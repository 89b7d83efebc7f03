/**
 * Runs: a model answers a message (docs/rules/managed-agents.md#runs, ADR-0032).
 *
 * `runs.ts` begins and ends them and shows what is written, `think.ts` is the conversation with the model under leases,
 * `prompt.ts` what it is told, `space-tools.ts` what it may look up, `post-answer.ts` how its answer is posted once.
 */
export { postAnswer } from './post-answer.ts'
export { runsApi } from './routes.ts'
export { createRuns, pruneRuns, type Outcome, type Runs } from './runs.ts'
export { defineTool, type RunTool } from './tool.ts'
