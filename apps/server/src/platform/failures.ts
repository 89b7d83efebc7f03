/** Processes many items independently: a failure doesn't stop the others, and all failures are reported at the end. */

/** How many errors of one run are reported. */
const REPORTED_MAX = 10

export interface Failures {
  /** The failed items, to exclude from the next batch. */
  readonly ids: readonly string[]
  /** Processes one item and collects its error for `report`. */
  readonly attempt: (id: string, work: () => Promise<unknown>) => Promise<void>
  /** @throws AggregateError with the first errors if any item failed; its message is their number and `what`. */
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
