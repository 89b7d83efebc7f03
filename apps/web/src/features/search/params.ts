/** What the address of the Search tab may hold; what else stands there is left out. */
export interface SearchParams {
  q?: string
  /** Names with commas between. */
  agents?: string
  channels?: string
  days?: number
  size?: number
  page?: number
}

/** Reads the parameters of `/search`. The router reads `?q=7` as a number: it is text all the same. */
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
