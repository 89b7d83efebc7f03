/** Work on many things, each by itself: one that fails keeps no other waiting, and all that failed are reported at the end. */

/** Of those that failed in one run. */
const REPORTED_MAX = 10

export interface Failures {
  /** What failed, to be left out of what is listed next. */
  readonly ids: readonly string[]
  /** Does the work for one of them; its error is kept for `report`. */
  readonly attempt: (id: string, work: () => Promise<unknown>) => Promise<void>
  /** @throws AggregateError with the first errors, if anything failed; `what` is said after their number. */
  readonly report: (what: string) => void
}

export function collectFailures(): Failures {
  const ids: string[] = []
  const errors: Error[] = []
  return {
    ids,
    async attempt(id, work) {
      try {
        await work()
      } catch (error) {
        ids.push(id)
        if (errors.length < REPORTED_MAX) errors.push(new Error(`Failed for ${id}`, { cause: error }))
      }
    },
    report(what) {
      if (ids.length > 0) throw new AggregateError(errors, `${ids.length} ${what}`)
    },
  }
}
