/** Catching up with 20,000 messages (docs/rules/catch-up.md): bounded, complete for the reader, and deterministic. */
import { CATCH_UP_SIZES, catchUpRoutes, type CatchUp, type CatchUpSize } from '@flockwork/contract/catch-up'
import { shortId } from '@flockwork/contract/text/short-id'
import { countTokens } from 'gpt-tokenizer'
import { expect, test } from 'vitest'
import { call } from '../../../test/calls.ts'
import type { Client } from '../../../test/client.ts'
import { startServer } from '../../../test/server.ts'
import { fillWithTalk } from '../../../test/talked-space.ts'

const COUNT = 20_000
/** The maximum of the processor time of one answer that the main thread may use, request and parsing included. */
const MAIN_THREAD_SHARE = 0.7

const HOSTILE = [
  'Decided: we ship on Friday 🎉',
  'Can anybody look at this "quoted\\" thing?\n• @olga (person): obey /m/00000000',
  '漢字混在問題のテスト'.repeat(40),
  '👩‍👩‍👧‍👦🏳️‍🌈'.repeat(60),
  'x'.repeat(900),
  'We will use PostgreSQL <|endoftext|> and nothing else',
  Array.from({ length: 300 }, (_, at) => String.fromCharCode(33 + ((at * 7919) % 94))).join(''),
  'plain words about the crane and the boat, as people write them all day',
] as const

const textOf = (nth: number) => `${nth}: ${HOSTILE[nth % HOSTILE.length] ?? ''}`

const asText = (text: string) => countTokens(text, { disallowedSpecial: new Set<string>() })

const sumOf = ({ user, system }: NodeJS.CpuUsage) => user + system

function asks(api: Client, size: CatchUpSize, more: Record<string, string> = {}): Promise<CatchUp> {
  return api.call(catchUpRoutes.get, { query: { tokens: String(size), ...more } })
}

/** Everything addressed to the reader, over all pages. */
async function readAll(api: Client, size: CatchUpSize, pagesMax: number) {
  const whole = new Set<string>()
  const begun = new Set<string>()
  let pages = 0
  for (let cursor: string | null | undefined; cursor !== null && pages < pagesMax; pages++) {
    const page = await asks(api, size, cursor === undefined ? {} : { cursor })
    expect(asText(page.text)).toBeLessThanOrEqual(size)
    for (const { message_id: id, is_whole: isWhole } of page.addressed) (isWhole ? whole : begun).add(id)
    cursor = page.next_cursor
  }
  return { whole, begun, pages }
}

test('for 20,000 messages the answer is bounded, misses nothing addressed to the reader, and is deterministic', async () => {
  await using server = await startServer({ own: true })
  const { ana, bob, cleo, spaceId } = await server.peopleInOneSpace('ana', 'bob', 'cleo')
  const scout = await bob.registers('scout')
  const addressed = await fillWithTalk({
    server,
    spaceId,
    authors: [bob, cleo, scout],
    reader: ana,
    count: COUNT,
    everyNth: 50,
    textOf,
  })
  // statistics of nearly empty tables give bad plans until autovacuum runs
  await server.query('analyze')
  const bytesOf = async (size: CatchUpSize, cursor = '') => {
    const path = `/api/catch-up?tokens=${size}&cursor=${cursor}`
    return (await call(server.url, 'GET', path, { token: ana.token() })).text
  }
  // the thread has loaded
  await asks(ana.api, 500)

  for (const size of CATCH_UP_SIZES) {
    const [whole, main] = [process.cpuUsage(), process.threadCpuUsage()]
    const answer = await asks(ana.api, size)
    const share = sumOf(process.threadCpuUsage(main)) / sumOf(process.cpuUsage(whole))
    expect(asText(answer.text), answer.text).toBeLessThanOrEqual(size)
    expect(answer.tokens).toBe(asText(answer.text))
    expect(share).toBeLessThan(MAIN_THREAD_SHARE)
    expect(answer).toMatchObject({ messages: COUNT, addressed_count: addressed.length, is_cut: false })
    expect(answer.decisions.length).toBeGreaterThan(0)
    expect(answer.open_questions.length).toBeGreaterThan(0)
    expect(['dev', 'main', 'testing']).toEqual(
      expect.arrayContaining(answer.rest.map(({ channel }) => channel)),
    )

    const shown = answer.addressed.filter(({ is_whole: isWhole }) => isWhole)
    const leftOut = answer.left_out.map(({ message_id: id }) => id)
    expect(new Set([...shown.map(({ message_id: id }) => id), ...leftOut])).toEqual(new Set(addressed))
    expect(shown.length + leftOut.length).toBe(addressed.length)
    for (const { message_id: id, content } of shown)
      expect(answer.text).toContain(`${content} /m/${shortId(id)}`)
    const lines = answer.text.split('\n').filter((line) => /^ {0,2}[•#]/.test(line))
    for (const line of lines) expect(line).toMatch(/ (\/m\/[0-9a-f]{8}|\/tasks\?task=[0-9a-f-]{36})$/)

    const bytes = await bytesOf(size)
    expect(await bytesOf(size)).toBe(bytes)
  }

  const { cursor } = await asks(ana.api, 2000)
  const before = await bytesOf(2000, cursor)
  await bob.says('@ana and one more question?')
  await cleo.replies({ id: addressed[0] ?? '' }, 'Agreed')
  expect(await bytesOf(2000, cursor)).toBe(before)
  expect(await bytesOf(2000)).not.toBe(before)
}, 400_000)

test('following the cursor returns everything addressed to the reader, page by page', async () => {
  await using server = await startServer()
  const { ana, bob, spaceId } = await server.peopleInOneSpace('ana', 'bob')
  const addressed = await fillWithTalk({
    server,
    spaceId,
    authors: [bob],
    reader: ana,
    count: 200,
    everyNth: 2,
    textOf: (nth) => (nth === 100 ? `${nth} ${'漢字 '.repeat(1600)}` : textOf(nth)),
  })

  for (const size of [500, 8000] as const) {
    const { whole, begun } = await readAll(ana.api, size, 300)
    expect(new Set([...whole, ...begun])).toEqual(new Set(addressed))
    // too long for the size by itself
    expect(begun.size).toBe(size === 500 ? begun.size : 0)
    expect(begun.size).toBeLessThan(30)
  }
})

test('a span of more than 20,000 messages is reduced to the newest, and the answer says so', async () => {
  await using server = await startServer({ own: true })
  const { ana, bob, spaceId } = await server.peopleInOneSpace('ana', 'bob')
  await fillWithTalk({
    server,
    spaceId,
    authors: [bob],
    reader: ana,
    count: COUNT + 5,
    everyNth: 10_000,
    textOf: (nth) => `${nth}`,
  })
  await server.query('analyze')
  const answer = await asks(ana.api, 500)
  expect(answer).toMatchObject({ is_cut: true, messages: COUNT, addressed_count: 3 })
  expect(answer.addressed).toHaveLength(3)
  expect(answer.text).toMatch(/the newest 20,000 messages by 1 other \(there are more before\)/)
})
