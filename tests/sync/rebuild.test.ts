/** Events rebuild state: what a browser holds after the events of an action is what it would fetch anew. */
import type { Message } from '@flockwork/contract/messages'
import { expect, test } from 'vitest'
import { eventually } from '../../apps/server/test/calls.ts'
import type { Person, TestAgent } from '../../apps/server/test/people.ts'
import { startServer, type TestServer } from '../../apps/server/test/server.ts'
import { openStream, type TestStream } from '../../apps/server/test/stream.ts'
import {
  EMPTY_FEED,
  applyEvents,
  heldMessages,
  withAcknowledged,
  withNewestPage,
  type FeedState,
} from '../../apps/web/src/features/messages/index.ts'
import { seeded } from './readers.ts'

/** One browser: a feed, and the stream that keeps it up to date. */
interface Browser {
  readonly person: Person
  feed: FeedState
  /** Takes up what the stream brought. */
  catchUp(): void
  cut(): Promise<void>
  reconnect(): Promise<void>
}

async function openBrowser(server: TestServer, person: Person, spaceId: string): Promise<Browser> {
  let stream: TestStream | undefined
  let taken = 0
  const browser: Browser = {
    person,
    feed: withNewestPage(EMPTY_FEED, await person.api.messages.history({ query: { org_id: spaceId } }), 0),
    catchUp() {
      const fresh = stream?.events.slice(taken) ?? []
      taken += fresh.length
      const live = fresh.map(({ id, event, data }) => ({
        id: id === undefined ? null : Number(id),
        name: event,
        data,
      }))
      browser.feed = applyEvents(browser.feed, live)
    },
    async cut() {
      await stream?.[Symbol.asyncDispose]()
      browser.catchUp()
      stream = undefined
    },
    async reconnect() {
      taken = 0
      const { position } = browser.feed
      stream = await openStream(server.url, {
        token: person.token(),
        spaceId,
        ...(position > 0 && { lastEventId: String(position) }),
      })
    },
  }
  await browser.reconnect()
  return browser
}

/** What only answers carry is not part of the comparison; the order of deliveries means nothing. */
function comparable(messages: readonly Message[], viewer: Person, without: ReadonlySet<string>): unknown[] {
  return messages.map(({ user_reactions: _reactions, deliveries, ...message }) => ({
    ...message,
    ...(message.author_id === viewer.profile.id && {
      deliveries: (deliveries ?? [])
        .filter(({ id }) => !without.has(id))
        .toSorted((one, other) => (one.id < other.id ? -1 : 1)),
    }),
  }))
}

/** Waits until the held feed is what would be fetched anew, and shows the difference when it never is. */
async function expectRebuilt(browser: Browser, spaceId: string): Promise<void> {
  const { person } = browser
  const compare = async () => {
    const page = await person.api.messages.history({ query: { org_id: spaceId, limit: 100 } })
    browser.catchUp()
    // that something was answered is told by the reply itself, not by an event of its own
    const answered = new Set(
      page.posts
        .flatMap(({ deliveries = [] }) => deliveries.filter(({ state }) => state === 'answered'))
        .map(({ id }) => id),
    )
    const held = comparable(heldMessages(browser.feed).slice(-100), person, answered)
    return { held, fetched: comparable(page.posts, person, answered) }
  }
  const isSame = ({ held, fetched }: Awaited<ReturnType<typeof compare>>) =>
    JSON.stringify(sorted(held)) === JSON.stringify(sorted(fetched))
  const last = await eventually(compare, isSame, 5000).catch(compare)
  expect(last.held).toEqual(last.fetched)
}

/** The same value with its keys in one order. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .map(([name, part]) => [name, sorted(part)]),
  )
}

type Act = (told: {
  said: readonly Message[]
  who: Browser
  helper: TestAgent
  key: string
  spaceId: string
}) => Promise<Message>

/** Every action on messages that there is; a new one belongs here. */
const ACTIONS: Record<string, Act> = {
  'a message': async ({ who, key, spaceId }) =>
    (await who.person.api.messages.post({ key, body: { content: `hello #${key}`, org_id: spaceId } }))
      .message,
  'a mention of all': async ({ who, key, spaceId }) =>
    (
      await who.person.api.messages.post({
        key,
        body: { content: '@ana @bob @cleo @helper @nobody', org_id: spaceId },
      })
    ).message,
  'a message in a channel': async ({ who, key, spaceId }) =>
    (
      await who.person.api.messages.post({
        key,
        body: { content: 'in dev', channel: 'dev', org_id: spaceId },
      })
    ).message,
  'a message whose author waits': async ({ who, key, spaceId }) =>
    (
      await who.person.api.messages.post({
        key,
        body: { content: 'anyone?', waiting_for_response: true, org_id: spaceId },
      })
    ).message,
  'a reply to the first': async ({ said, who, key }) =>
    (
      await who.person.api.messages.reply({
        key,
        params: { id: said[0]?.id ?? '' },
        body: { content: 'first!' },
      })
    ).message,
  'a reply to the last': async ({ said, who, key }) =>
    (
      await who.person.api.messages.reply({
        key,
        params: { id: said.at(-1)?.id ?? '' },
        body: { content: 'yes @ana' },
      })
    ).message,
  'a response to one who waits': async ({ said, who, key }) => {
    const waiting = said.findLast(({ waiting_since }) => waiting_since !== null) ?? said.at(-1)
    const params = { id: waiting?.id ?? '' }
    return (await who.person.api.messages.respond({ key, params, body: { content: 'here' } })).message
  },
  "an agent's message": async ({ helper, spaceId }) =>
    (await helper.api.messages.post({ body: { content: 'beep @bob', org_id: spaceId } })).message,
  "an agent's reply": async ({ said, helper }) =>
    (await helper.api.messages.reply({ params: { id: said.at(-1)?.id ?? '' }, body: { content: 'done' } }))
      .message,
}

async function threeBrowsers() {
  const server = await startServer()
  const { ana, bob, cleo, spaceId } = await server.peopleInOneSpace('ana', 'bob', 'cleo')
  const helper = await ana.registers('helper')
  const first = await ana.says('the very first')
  const browsers = await Promise.all([ana, bob, cleo].map((person) => openBrowser(server, person, spaceId)))
  const said: Message[] = [first]

  /** Does it, and takes the answer up as the browser that asked does. */
  const act = async (name: string, who: Browser, key: string) => {
    const message = await ACTIONS[name]?.({ said, who, helper, key, spaceId })
    if (message === undefined) throw new Error(`There is no action ${name}`)
    if (message.author_id === who.person.profile.id) who.feed = withAcknowledged(who.feed, key, message)
    said.push(message)
  }
  return {
    server,
    spaceId,
    browsers,
    act,
    async [Symbol.asyncDispose]() {
      for (const browser of browsers) await browser.cut()
      await server[Symbol.asyncDispose]()
    },
  }
}

test('after every action each browser holds what it would fetch anew', async () => {
  await using three = await threeBrowsers()
  const { browsers, spaceId, act } = three
  const [ana, bob] = browsers
  if (ana === undefined || bob === undefined) throw new Error('Nobody is here')

  for (const [index, name] of Object.keys(ACTIONS).entries()) {
    await act(name, index % 2 === 0 ? bob : ana, `key-${index}`)
    for (const browser of browsers) await expectRebuilt(browser, spaceId)
  }
})

test.for([1, 2, 3])('whatever happens in whatever order, with streams cut in between (%i)', async (seed) => {
  await using three = await threeBrowsers()
  const { browsers, spaceId, act } = three
  const random = seeded(seed)
  const names = Object.keys(ACTIONS)
  const away = new Set<Browser>()

  for (let step = 0; step < 40; step++) {
    const who = browsers[random(browsers.length)]
    if (who === undefined) throw new Error('Nobody is here')
    const [name = ''] = names.slice(random(names.length))
    await act(name, who, `key-${step}`)

    const restless = browsers[random(browsers.length)]
    if (restless === undefined || random(3) > 0) continue
    if (away.delete(restless)) await restless.reconnect()
    else {
      away.add(restless)
      await restless.cut()
    }
  }
  for (const browser of away) await browser.reconnect()

  for (const browser of browsers) await expectRebuilt(browser, spaceId)
})
