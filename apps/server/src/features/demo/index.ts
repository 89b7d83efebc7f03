/** Demos: sample messages that only their reader sees, and that leave no trace. */
export { demoApi } from './routes.ts'
export { pruneDemos } from './service.ts'
