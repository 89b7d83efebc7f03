/** A server that answers with 200, 401, 409 and 429 in every order, up to four responses. */
import { expect, test } from 'vitest'
import { testBrowser } from './test-browser.ts'
import { profileOf, REFUSED, testServer } from './test-server.ts'

type Letter = keyof typeof ANSWERS
const ANSWERS = {
  o: () => Response.json({ organizations: [] }),
  u: REFUSED,
  c: () =>
    Response.json(
      { code: 'ORG_CONTEXT_CHANGED', detail: 'Organization context has changed' },
      { status: 409 },
    ),
  b: () => Response.json({ error: 'rate_limited', retry_after: WAIT_S }, { status: 429 }),
}
const STATUS = { o: 200, u: 401, c: 409, b: 429 }
const LETTERS: Letter[] = ['o', 'u', 'c', 'b']
const WAIT_S = 7
const LONGEST = 4

/** One attempt: at most three 429s, of which two are waited out. */
const SENDING = /^(?:b{0,2}[ouc]|bbb)/

const OTHERS = [
  { refresh: 'made', me: 'known', because: 'the refresh brings a token' },
  { refresh: 'refused', me: 'known', because: 'the refresh is refused, but the session is known' },
  { refresh: 'refused', me: 'unknown', because: 'the refresh is refused and the session unknown' },
  { refresh: 'unanswered', me: 'known', because: 'nobody answers the refresh' },
] as const

/** The expected outcome, derived from the sequence of responses alone. */
function expected(sequence: string, { refresh, me }: (typeof OTHERS)[number]) {
  // after the last response the server is fine again
  const answers = sequence + 'o'.repeat(2 * LONGEST)
  const first = SENDING.exec(answers)?.[0] ?? ''
  const isRefused = /[uc]$/.test(first)
  const repeat = isRefused && refresh === 'made' ? (SENDING.exec(answers.slice(first.length))?.[0] ?? '') : ''
  const sent = first + repeat
  const waits = [first, repeat].map((sending) => sending.replaceAll(/[^b]/g, '').slice(0, 2).length)
  const isOver = isRefused && refresh === 'refused' && me === 'unknown'
  const reason = first.endsWith('u') ? 'token_refresh_failed' : 'org_context_refresh_failed'
  // a call that gave up delays the next one, by 7 s here
  const heldMs = sent.endsWith('bbb') ? WAIT_S * 1000 : 0
  return {
    calls: sent.length,
    // successful or not, there is one refresh; without a response it is retried once
    refreshes: isRefused ? (refresh === 'unanswered' ? 2 : 1) : 0,
    checks: isRefused && refresh === 'refused' ? 1 : 0,
    waitedMs: (waits[0]! + waits[1]!) * WAIT_S * 1000 + (isRefused && refresh === 'unanswered' ? 1000 : 0),
    status: STATUS[sent.at(-1) as Letter],
    session: isOver ? { status: 'signedOut', reason } : { status: 'signedIn' },
    heldMs,
  }
}

async function observed(sequence: string, { refresh, me }: (typeof OTHERS)[number]) {
  const left = [...sequence] as Letter[]
  let isSpecial = false
  const { openTab, timers, calls } = testBrowser((call) => {
    if (!isSpecial) return server.answer(call)
    if (call.path === '/auth/me') return me === 'known' ? Response.json(profileOf('ana')) : REFUSED()
    if (call.path !== '/auth/refresh') return ANSWERS[left.shift() ?? 'o']()
    if (refresh === 'unanswered') throw new TypeError('fetch failed')
    return refresh === 'made' ? server.answer(call) : REFUSED()
  })
  const server = testServer(timers.now)
  const { session, api } = openTab()
  await session.restore()
  await session.login({ email: 'ana', password: 'x' })

  isSpecial = true
  calls.length = 0
  const begunAt = timers.now()
  let status: number | null = null
  let endedAt = begunAt
  void api.spaces.list().then(
    () => ((status = 200), (endedAt = timers.now())),
    (error: { status: number }) => ((status = error.status), (endedAt = timers.now())),
  )
  for (let step = 0; status === null && step < 100; step += 1) await timers.pass(500)
  const made = [...calls]
  const state = session.state()

  left.length = 0
  let heldMs = 0
  if (state.status === 'signedIn') {
    const before = calls.length
    void api.spaces.list()
    await timers.pass(endedAt - timers.now())
    while (calls.length === before) {
      await timers.pass(500)
      heldMs = timers.now() - endedAt
    }
  }
  const to = (path: string) => made.filter((call) => call.path === path).length
  return {
    calls: to('/api/organizations/'),
    refreshes: to('/auth/refresh'),
    checks: to('/auth/me'),
    waitedMs: endedAt - begunAt,
    status,
    session:
      state.status === 'signedOut'
        ? { status: state.status, reason: state.reason }
        : { status: state.status },
    heldMs,
  }
}

const sequences = (length: number): string[] =>
  length === 0 ? [''] : sequences(length - 1).flatMap((start) => LETTERS.map((letter) => start + letter))

test.for(OTHERS)(
  'every order of answers comes out as specified when $because',
  { timeout: 60_000 },
  async (others) => {
    const all = [1, 2, 3, 4].flatMap(sequences)
    expect(all).toHaveLength(4 + 16 + 64 + 256)
    const outcomes = await Promise.all(all.map((sequence) => observed(sequence, others)))
    const wrong = all
      .map((sequence, index) => ({ sequence, is: outcomes[index], must: expected(sequence, others) }))
      .filter(({ is, must }) => JSON.stringify(is) !== JSON.stringify(must))
    expect(wrong).toEqual([])
  },
)
