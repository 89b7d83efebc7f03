/**
 * Chains of agents that wake each other: a person's decision about a held one, the cause of a message, and the bounds
 * (docs/rules/loops.md, ADR-0023). Each step is counted and judged where it is stored, by the messages and tasks rooms.
 */
export { readBounds } from './bounds.ts'
export { startLoops, requeueDecisions } from './decide.ts'
export { loopsApi } from './routes.ts'
