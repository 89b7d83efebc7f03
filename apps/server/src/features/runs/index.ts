/**
 * Runs: a model answers a message (docs/rules/managed-agents.md#runs, ADR-0032).
 *
 * `runs.ts` starts and ends them and publishes partial answers, `generate-answer.ts` is the conversation with the model under
 * leases, `prompt.ts` builds the prompt, `space-tools.ts` has the tools, `post-answer.ts` posts the answer once.
 */
export { FAILED_TO_ANSWER, postAnswer } from './post-answer.ts'
export { runsApi } from './routes.ts'
export { createRuns, pruneRuns, type Outcome, type Runs } from './runs.ts'
export { defineTool, type RunTool } from './tool.ts'
