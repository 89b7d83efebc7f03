/** Demos: sample conversations in a person's own space, invisible to others and counted nowhere. */
export { demoApi } from './routes.ts'
export { pruneDemos } from './service.ts'
