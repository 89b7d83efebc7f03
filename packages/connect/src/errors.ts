/** A failure that the person can read and act on; printed without a stack. */
export class Stop extends Error {
  override name = 'Stop'
}

export function textOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

/** The system's code of an error, such as `ENOENT`; of its cause, where it is one of `fetch`. */
export function codeOf(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined
  if ('code' in error && typeof error.code === 'string') return error.code
  return codeOf(error.cause)
}
