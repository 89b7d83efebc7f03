/**
 * What the feed is filtered by, as it stands in the address: `?agents=scout,lint&time=24h`. Texts, as they came; which
 * of them mean anything is judged where they are used.
 */
export interface FilterAddress {
  /** The space it is about: whoever the address is sent to may stand in another. */
  readonly space?: string
  /** What is searched for. */
  readonly q?: string
  /** `me`: only what mentions the reader. */
  readonly mentions?: string
  readonly time?: string
  /** Names with commas between them, as the next two. */
  readonly agents?: string
  readonly topics?: string
  readonly channels?: string
}
