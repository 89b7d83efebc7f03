/** The URL parameters of the Search tab; others are dropped. */
export interface SearchParams {
  q?: string
  /** Comma-separated names. */
  agents?: string
  channels?: string
  days?: number
  size?: number
  page?: number
}

/** Parses the parameters of `/search`. The router parses `?q=7` as a number; here it is text. */
export function searchIn(given: Record<string, unknown>): SearchParams {
  const params: SearchParams = {}
  for (const name of ['q', 'agents', 'channels'] as const) {
    const value = given[name]
    if (['string', 'number', 'boolean'].includes(typeof value)) params[name] = String(value)
  }
  for (const name of ['days', 'size', 'page'] as const) {
    const value = given[name]
    if (typeof value === 'number') params[name] = value
  }
  return params
}
