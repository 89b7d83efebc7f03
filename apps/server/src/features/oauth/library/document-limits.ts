/**
 * Limits the fetches of client-id documents, which any stranger can cause (docs/oauth.md#limits-of-documents): how many
 * there are at once, also of one address, how many an address causes in an hour, and how soon the same document is fetched again.
 */
import {
  OAUTH_DOCUMENTS_AT_ONCE,
  OAUTH_DOCUMENTS_AT_ONCE_PER_ADDRESS,
  OAUTH_DOCUMENTS_PER_HOUR,
} from '@flockwork/contract/limits'
import { limitedAddress } from '../../../platform/address.ts'
import { callerAddress } from '../../../platform/call-context.ts'
import type { Clock } from '../../../platform/clock.ts'
import { Busy } from '../../../platform/errors.ts'
import type { Limit, RequestLimits } from '../../../platform/rate-limit.ts'

export interface LimitedDocuments {
  /**
   * Call it before `fetch`, in the context of the call that needs the document.
   * @throws RateLimited for the caller's address; Busy while too many are being fetched.
   */
  admit(url: string): void
  /** The document, or the outcome of a fetch a moment ago. @throws Busy, and as `fetchDocument`. */
  fetch(url: string): Promise<Response>
}

interface Deps {
  readonly clock: Clock
  readonly limits: Pick<RequestLimits, 'consume'>
  readonly fetchDocument: (url: string) => Promise<Response>
}

// never scaled: against floods
const FETCHES: Limit = {
  name: 'oauth-documents',
  max: OAUTH_DOCUMENTS_PER_HOUR,
  windowMs: 60 * 60 * 1000,
}
/** Valid documents are cached by the library for longer; this is for those that failed, or that it refuses. */
const REMEMBERED_MS = 30_000
/** At most 5 KB each. */
const REMEMBERED_MAX = 500
const BUSY = 'Too many client-id documents are being fetched; try again in a moment'

interface Fetched {
  readonly text: string
  readonly headers: Headers
}

interface Outcome {
  readonly fetched: Promise<Fetched>
  readonly until: number
}

export function limitDocuments({ clock, limits, fetchDocument }: Deps): LimitedDocuments {
  const outcomes = new Map<string, Outcome>()
  /** How many each address is having fetched now. */
  const running = new Map<string, number>()

  const ownAddress = () => limitedAddress(callerAddress() ?? null)
  const requireFree = (address: string) => {
    const all = [...running.values()].reduce((sum, count) => sum + count, 0)
    const own = running.get(address) ?? 0
    if (all >= OAUTH_DOCUMENTS_AT_ONCE || own >= OAUTH_DOCUMENTS_AT_ONCE_PER_ADDRESS) throw new Busy(BUSY)
  }

  const recent = (url: string): Promise<Fetched> | undefined => {
    const outcome = outcomes.get(url)
    return outcome === undefined || outcome.until <= clock.now() ? undefined : outcome.fetched
  }

  const remember = (url: string, fetched: Promise<Fetched>) => {
    // the newest is last
    outcomes.delete(url)
    const [oldest] = outcomes.keys()
    if (outcomes.size >= REMEMBERED_MAX && oldest !== undefined) outcomes.delete(oldest)
    outcomes.set(url, { fetched, until: clock.now() + REMEMBERED_MS })
  }

  const start = async (url: string, address: string): Promise<Fetched> => {
    running.set(address, (running.get(address) ?? 0) + 1)
    try {
      const answer = await fetchDocument(url)
      return { text: await answer.text(), headers: answer.headers }
    } finally {
      const left = (running.get(address) ?? 0) - 1
      if (left > 0) running.set(address, left)
      else running.delete(address)
    }
  }

  return {
    admit(url) {
      if (recent(url) !== undefined) return
      const address = ownAddress()
      requireFree(address)
      limits.consume(FETCHES, address)
    },
    async fetch(url) {
      let fetched = recent(url)
      if (fetched === undefined) {
        // others may have been admitted at the same moment
        const address = ownAddress()
        requireFree(address)
        fetched = start(url, address)
        remember(url, fetched)
      }
      const { text, headers } = await fetched
      return new Response(text, { headers })
    },
  }
}
