/** The URL parameters of the page: the router passes them through, and the page interprets them. */
export interface CatchUpParams {
  /** `24h`, `7d` or a time; absent: since the user last read here. */
  since?: string
  tokens?: number
}

export function catchUpIn({ since, tokens }: Record<string, unknown>): CatchUpParams {
  return { ...(typeof since === 'string' && { since }), ...(typeof tokens === 'number' && { tokens }) }
}
