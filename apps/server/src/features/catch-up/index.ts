/**
 * What a reader missed, in a given number of tokens, without a model (docs/rules/catch-up.md).
 *
 * `service.ts` finds the span and reads it in a few statements (`repository.ts`); `composer.ts` hands that to a thread of its
 * own, where pure functions judge it (`entries.ts`, `phrases.ts`) and fill the answer line by line until its room is used
 * (`fit.ts`, `lines.ts`). Nothing is marked as seen or delivered.
 */
export { catchUpApi } from './routes.ts'
export { catchUp, createCatchUp, type CatchUpDeps } from './service.ts'
