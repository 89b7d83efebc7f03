/** What the address of the page says: the router keeps it as it is, and the page reads its meaning. */
export interface CatchUpParams {
  /** `24h`, `7d` or a time; absent: since the user last read here. */
  since?: string
  tokens?: number
}

export function catchUpIn({ since, tokens }: Record<string, unknown>): CatchUpParams {
  return { ...(typeof since === 'string' && { since }), ...(typeof tokens === 'number' && { tokens }) }
}
