/** Demos: sample conversations in a person's own space, which nobody else sees and nothing counts. */
export { demoApi } from './routes.ts'
export { pruneDemos } from './service.ts'
