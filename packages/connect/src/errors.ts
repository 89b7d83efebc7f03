/** A failure that the person can fix; printed without a stack. */
export class Stop extends Error {
  override name = 'Stop'
}

export function textOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

/** The system error code, such as `ENOENT`; for `fetch` that of the cause. */
export function codeOf(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined
  if ('code' in error && typeof error.code === 'string') return error.code
  return codeOf(error.cause)
}
