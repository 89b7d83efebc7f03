/**
 * Chirpy, the guide: answers mentions (`worker.ts`) and the help page (`helpbot.ts`) without a model.
 *
 * `intents.ts` recognises the intent of a question; `answer.ts` answers from the articles (`search.ts`) or from the
 * facts of the space (`facts.ts`, `wording.ts`).
 */
export { ensureGuide } from './account.ts'
export { readArticles, type Article } from './articles.ts'
export { requeueReminders } from './actions/reminders.ts'
export { guideApi } from './routes.ts'
export { createSearch, type ArticleSearch } from './search.ts'
export { factTools } from './tools.ts'
export { guideJobs, startGuide } from './worker.ts'
