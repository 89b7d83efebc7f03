/** Chirpy, the guide: answers whoever mentions it, with no model. */
export { ensureGuide } from './account.ts'
export { readArticles } from './articles.ts'
export { guideApi } from './routes.ts'
export { guideJobs, startGuide } from './worker.ts'
