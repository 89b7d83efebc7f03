/**
 * Chains of agents that wake each other: what a person decides where one is held, why a message came about, and the bounds
 * (docs/rules/loops.md, ADR-0023). Each step is counted and judged where it is stored, by the rooms of messages and tasks.
 */
export { readBounds } from './bounds.ts'
export { startLoops } from './decide.ts'
export { loopsApi } from './routes.ts'
