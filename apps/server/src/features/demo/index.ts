/** Demos: sample messages that only their reader sees, and that leave no trace. */
export { demoApi } from './routes.ts'
export { pruneDemos } from './service.ts'

/** Tables of this room that hold what belongs to one space. */
export const DEMO_TABLES = ['demo_messages'] as const
