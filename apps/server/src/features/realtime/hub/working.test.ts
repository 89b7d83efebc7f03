import { expect, test } from 'vitest'
import { AGENT_WORKING_MAX_MS } from '@flockwork/contract/limits'
import type { StoredEvent } from '../../../platform/outbox.ts'
import { WORKS_MAX, createWorking, readAgentDelivery, type WorkingEvent } from './working.ts'

const START = Date.parse('2026-01-01T00:00:00.000Z')
const SPACE = 'space'

function begin() {
  let now = START
  const changes: string[] = []
  const working = createWorking({
    clock: { now: () => now },
    onChange: ({ username, state, at }) => changes.push(`${username} ${state} ${Date.parse(at) - START}`),
  })
  return {
    working,
    changes,
    moveTo: (ms: number) => (now = START + ms),
    take(event: StoredEvent, privateTo: string | null = null) {
      const said = readAgentDelivery(event)
      if (said !== undefined) working.onDelivery(said, privateTo)
    },
    /** What everyone may see. */
    list: (spaceId: string) => working.list(spaceId, null),
  }
}

function delivery(state: string, afterMs: number, type = 'agent', messageId: string | null = 'm1') {
  const at = new Date(START + afterMs)
  const recipient = { id: `${type}-1`, type, handle: 'scout' }
  const payload = JSON.stringify({
    message_id: messageId,
    delivery: { recipient, state, at: at.toISOString() },
  })
  return { name: 'delivery', spaceId: SPACE, payload } as StoredEvent
}

const job = (state: 'started' | 'stopped'): WorkingEvent => ({
  space_id: SPACE,
  at: new Date(START).toISOString(),
  agent_id: 'chirpy-1',
  username: 'chirpy',
  message_id: 'm1',
  state,
})

test.for([
  { events: [delivery('delivered', 0)], changes: ['scout started 0'], because: 'it was delivered' },
  {
    events: [delivery('seen', 0)],
    changes: [],
    because: 'it began when it was delivered, which may be long ago',
  },
  {
    events: [delivery('delivered', 0), delivery('seen', 10)],
    changes: ['scout started 0'],
    because: 'reading goes on with what began',
  },
  {
    events: [delivery('delivered', 0), delivery('answered', 20)],
    changes: ['scout started 0', 'scout stopped 0'],
    because: 'it answered',
  },
  {
    events: [delivery('delivered', 0), delivery('undeliverable', 20)],
    changes: ['scout started 0', 'scout stopped 0'],
    because: 'it was paused',
  },
  { events: [delivery('answered', 0)], changes: [], because: 'nobody knew that it had begun' },
  { events: [delivery('stored', 0)], changes: [], because: 'it is not delivered yet' },
  { events: [delivery('delivered', 0, 'user')], changes: [], because: 'a person is not at work on a reply' },
  { events: [delivery('delivered', 0, 'agent', null)], changes: [], because: 'it is about no message' },
])('$changes because $because', ({ events, changes: expected }) => {
  const { changes, take, list } = begin()
  for (const event of events) take(event)
  expect(changes).toEqual(expected)
  expect(list(SPACE)).toHaveLength(expected.length === 1 ? 1 : 0)
})

test('unanswered work ends after exactly 5 minutes', () => {
  const { working, changes, moveTo, take, list } = begin()
  take(delivery('delivered', 0))

  moveTo(AGENT_WORKING_MAX_MS - 1)
  working.expire()
  expect(list(SPACE)).toMatchObject([{ username: 'scout', message_id: 'm1', state: 'started' }])

  moveTo(AGENT_WORKING_MAX_MS)
  expect(list(SPACE)).toEqual([])
  working.expire()
  working.expire()
  expect(changes).toEqual(['scout started 0', `scout stopped ${AGENT_WORKING_MAX_MS}`])
})

test('beyond the maximum the oldest work ends', () => {
  const { changes, take, list } = begin()
  const inDeliveryOrder = (count: number) => Array.from({ length: count }, (_, index) => `m${index}`)
  for (const id of inDeliveryOrder(WORKS_MAX)) take(delivery('delivered', 0, 'agent', id))
  expect(changes).not.toContain('scout stopped 0')

  take(delivery('delivered', 0, 'agent', 'one more'))

  expect(changes.slice(-2)).toEqual(['scout started 0', 'scout stopped 0'])
  const ids = list(SPACE).map(({ message_id: id }) => id)
  expect(ids).toEqual([...inDeliveryOrder(WORKS_MAX).slice(1), 'one more'])
})

test('an old delivery that arrives late changes nothing', () => {
  const { changes, moveTo, take } = begin()
  moveTo(AGENT_WORKING_MAX_MS)
  take(delivery('delivered', 0))
  expect(changes).toEqual([])
})

test('a job counts from its start to its end, even if their messages are repeated', () => {
  const { working, changes } = begin()
  for (const state of ['started', 'started', 'stopped', 'stopped'] as const) working.onJob(job(state))
  expect(changes).toEqual(['chirpy started 0', 'chirpy stopped 0'])
})

test('the partial answer of a job is published as it grows, also to later readers, and its age is unchanged', () => {
  const { working, changes, list } = begin()
  working.onJob(job('started'))
  const later = { ...job('started'), at: new Date(START + 1000).toISOString(), stoppable: true }
  for (const text of ['One', 'One', 'One two']) working.onJob({ ...later, text })
  expect(changes).toEqual(['chirpy started 0', 'chirpy started 0', 'chirpy started 0'])
  expect(list(SPACE)).toEqual([{ ...job('started'), text: 'One two', stoppable: true }])
  working.onJob(job('stopped'))
  expect(list(SPACE)).toEqual([])
})

test('loading from the table replaces the state from events, except for jobs, without announcing anything', () => {
  const { working, changes, take, list } = begin()
  take(delivery('delivered', 0))
  working.onJob(job('started'))
  changes.length = 0

  working.load(SPACE, [
    { agentId: 'bee-1', username: 'bee', messageId: 'm2', at: new Date(START), privateTo: null },
  ])
  expect(
    list(SPACE)
      .map(({ username }) => username)
      .toSorted(),
  ).toEqual(['bee', 'chirpy'])
  expect(list('other')).toEqual([])

  working.clear(SPACE)
  expect(list(SPACE).map(({ username }) => username)).toEqual(['chirpy'])
  expect(changes).toEqual([])
})

test('the work of a private agent is shown only to its owner', () => {
  const seen: string[] = []
  const working = createWorking({
    clock: { now: () => START },
    onChange: ({ state }, privateTo) => seen.push(`${state} ${privateTo}`),
  })
  const given = readAgentDelivery(delivery('delivered', 0))
  if (given === undefined) throw new Error('It is about an agent')
  working.onDelivery(given, 'ana')

  expect(seen).toEqual(['started ana'])
  const shownTo = (viewerId: string | null) => working.list(SPACE, viewerId).length
  expect([shownTo('ana'), shownTo('bob'), shownTo(null)]).toEqual([1, 0, 0])
  const tabled = [{ ...given, messageId: 'm2', privateTo: 'ana' }]
  expect(working.withDelivered('other', tabled, 'ana')).toHaveLength(1)
  expect(working.withDelivered('other', tabled, 'bob')).toEqual([])
})

test('for the others, work ends when its agent turns private', () => {
  const seen: string[] = []
  const working = createWorking({
    clock: { now: () => START },
    onChange: ({ state }, privateTo) => seen.push(`${state} ${privateTo}`),
  })
  const given = readAgentDelivery(delivery('delivered', 0))
  if (given === undefined) throw new Error('It is about an agent')
  working.onDelivery(given, null)

  expect([working.isAtWork('agent-1'), working.isAtWork('agent-2')]).toEqual([true, false])
  working.setPrivateTo('agent-1', null)
  working.setPrivateTo('agent-1', 'ana')

  expect(seen).toEqual(['started null', 'stopped null', 'started ana'])
  expect(working.list(SPACE, 'bob')).toEqual([])
})
