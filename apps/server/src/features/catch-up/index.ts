/**
 * What a reader missed, in a given number of tokens, without a model (docs/rules/catch-up.md).
 *
 * `service.ts` finds the span and reads it in a few statements (`repository.ts`); `composer.ts` passes that to a worker
 * thread, where pure functions classify it (`entries.ts`, `phrases.ts`) and fill the answer line by line until it is
 * full (`fit.ts`, `lines.ts`). Nothing is marked as seen or delivered.
 */
export { catchUpApi } from './routes.ts'
export { catchUp, createCatchUp, type CatchUpDeps } from './service.ts'
