/** Readers that can't keep up (docs/rules/realtime.md#slow-readers). */
import { get, type IncomingMessage } from 'node:http'
import { expect, test } from 'vitest'
import { call, eventually } from '../../apps/server/test/calls.ts'
import type { Person } from '../../apps/server/test/people.ts'
import { startServer, type TestServer } from '../../apps/server/test/server.ts'
import { openStream, type StreamEvent } from '../../apps/server/test/stream.ts'

/** 5,000 characters of four bytes: the largest possible message. */
const LARGE = '🚀'.repeat(4990)
const isMessage = ({ event }: StreamEvent) => event === 'message'

async function sayLarge(who: Person, count: number, from = 0): Promise<number[]> {
  const seqs: number[] = []
  for (let done = 0; done < count; done += 20) {
    const batch = Array.from(
      { length: Math.min(20, count - done) },
      (_, index) => `${from + done + index} ${LARGE}`,
    )
    const posted = await Promise.all(batch.map((text) => who.says(text)))
    seqs.push(...posted.map(({ seq }) => seq))
  }
  return seqs.toSorted((one, other) => one - other)
}

/** A reader that takes the response's headers and then reads nothing until released. */
function openLazily(server: TestServer, token: string, spaceId: string, position?: number) {
  return new Promise<IncomingMessage>((resolve, reject) => {
    const headers = {
      authorization: `Bearer ${token}`,
      ...(position !== undefined && { 'last-event-id': String(position) }),
    }
    get(`${server.url}/api/sse/messages?org_id=${spaceId}`, { headers }, (response) => {
      response.pause()
      resolve(response)
    }).on('error', reject)
  })
}

/** Reads until a chunk is sufficient. Each chunk is checked once: rescanning megabytes for each would be slow. */
function readAll(response: IncomingMessage, isEnough: (piece: string) => boolean): Promise<string> {
  return new Promise((resolve) => {
    const chunks: string[] = []
    response.setEncoding('utf8')
    response.on('data', (chunk: string) => {
      // a match may start in the previous chunk
      const piece = (chunks.at(-1) ?? '').slice(-100) + chunk
      chunks.push(chunk)
      if (isEnough(piece)) resolve(chunks.join(''))
    })
    response.on('close', () => resolve(chunks.join('')))
    response.resume()
  })
}

const idsOf = (text: string) =>
  [...text.matchAll(/^id: (\d+)\nevent: message$/gm)].map(([, id]) => Number(id))

const cutsOf = async (server: TestServer) =>
  Number(/^flockwork_streams_cut_total (\d+)$/m.exec((await call(server.url, 'GET', '/metrics')).text)?.[1])

test('a reader that reads nothing is disconnected, slows nobody, and resumes where it was', async () => {
  await using server = await startServer({ own: true })
  const { ana, bob, spaceId } = await server.peopleInOneSpace('ana', 'bob')
  await using good = await openStream(server.url, { token: ana.token(), spaceId })
  await good.next(({ event }) => event === 'bootstrap')
  const lazy = await openLazily(server, bob.token(), spaceId)
  await eventually(
    async () => server.services.streams.accounts().size,
    (size) => size === 2,
  )

  const seqs: number[] = []
  while ((await cutsOf(server)) === 0 && seqs.length < 2000)
    seqs.push(...(await sayLarge(ana, 60, seqs.length)))

  expect(await cutsOf(server)).toBe(1)
  await good.next(({ id }) => id === String(seqs.at(-1)))
  expect(good.events.filter(isMessage).map(({ id }) => Number(id))).toEqual(seqs)

  const got = idsOf(await readAll(lazy, () => false))
  // the last frame may be incomplete: a client resumes after the last complete one
  const position = got.at(-2) ?? 0
  await using resumed = await openStream(server.url, {
    token: bob.token(),
    spaceId,
    lastEventId: String(position),
  })
  await resumed.next(({ id }) => id === String(seqs.at(-1)))
  const rest = resumed.events.filter(isMessage).map(({ id }) => Number(id))
  expect([...got.filter((id) => id <= position), ...rest]).toEqual(seqs)
})

test('a replay waits for its reader, from memory as well as from the table', async () => {
  await using server = await startServer({ own: true })
  await using twin = await server.startTwin()
  const { ana, bob, spaceId } = await server.peopleInOneSpace('ana', 'bob')
  // this stream keeps the space in this server's memory; the other server has to read the table
  await using good = await openStream(server.url, { token: ana.token(), spaceId })
  const bootstrap = await good.next(({ event }) => event === 'bootstrap')
  const seqs = await sayLarge(ana, 340)
  await good.next(({ id }) => id === String(seqs.at(-1)))

  for (const one of [server, twin]) {
    const lazy = await openLazily(one, bob.token(), spaceId, Number(bootstrap.id))
    await eventually(
      async () => one.services.streams.accounts().has(bob.profile.id),
      (isOpen) => isOpen,
    )
    const live = await ana.says(`live to ${one === server ? 'memory' : 'table'}`)
    await good.next(({ id }) => id === String(live.seq))

    const text = await readAll(lazy, (read) => read.includes(`id: ${live.seq}\n`))
    const expected = one === server ? [...seqs, live.seq] : [...seqs, live.seq - 1, live.seq]
    expect(idsOf(text)).toEqual(expected)
    expect(await cutsOf(one)).toBe(0)
    lazy.destroy()
  }
})
