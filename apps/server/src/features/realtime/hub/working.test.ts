import { expect, test } from 'vitest'
import { AGENT_WORKING_MAX_MS } from '@flockwork/contract/limits'
import type { StoredEvent } from '../../../platform/outbox.ts'
import { WORKS_MAX, createWorking, type WorkingEvent } from './working.ts'

const START = Date.parse('2026-01-01T00:00:00.000Z')
const SPACE = 'space'

function begin() {
  let now = START
  const told: string[] = []
  const working = createWorking({
    clock: { now: () => now },
    onChange: ({ username, state, at }) => told.push(`${username} ${state} ${Date.parse(at) - START}`),
  })
  return { working, told, moveTo: (ms: number) => (now = START + ms) }
}

function delivery(state: string, afterMs: number, type = 'agent', messageId: string | null = 'm1') {
  const at = new Date(START + afterMs)
  const recipient = { id: `${type}-1`, type, handle: 'scout' }
  const payload = JSON.stringify({
    message_id: messageId,
    delivery: { recipient, state, at: at.toISOString() },
  })
  return { spaceId: SPACE, payload } as StoredEvent
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
  { heard: [delivery('delivered', 0)], told: ['scout started 0'], because: 'it was handed over' },
  { heard: [delivery('seen', 0)], told: ['scout started 0'], because: 'it was handed over and read in one' },
  {
    heard: [delivery('delivered', 0), delivery('seen', 10)],
    told: ['scout started 0'],
    because: 'reading goes on with what began',
  },
  {
    heard: [delivery('delivered', 0), delivery('answered', 20)],
    told: ['scout started 0', 'scout stopped 0'],
    because: 'it answered',
  },
  {
    heard: [delivery('delivered', 0), delivery('undeliverable', 20)],
    told: ['scout started 0', 'scout stopped 0'],
    because: 'it was paused',
  },
  { heard: [delivery('answered', 0)], told: [], because: 'nobody knew that it had begun' },
  { heard: [delivery('stored', 0)], told: [], because: 'it still waits' },
  { heard: [delivery('delivered', 0, 'user')], told: [], because: 'a person is not at work on a reply' },
  { heard: [delivery('delivered', 0, 'agent', null)], told: [], because: 'it is about no message' },
])('$told because $because', ({ heard, told: expected }) => {
  const { working, told } = begin()
  for (const event of heard) working.heardOf(event)
  expect(told).toEqual(expected)
  expect(working.of(SPACE)).toHaveLength(expected.length === 1 ? 1 : 0)
})

test('what is not answered ends after 5 minutes and not before', () => {
  const { working, told, moveTo } = begin()
  working.heardOf(delivery('delivered', 0))

  moveTo(AGENT_WORKING_MAX_MS - 1)
  working.expire()
  expect(working.of(SPACE)).toMatchObject([{ username: 'scout', message_id: 'm1', state: 'started' }])

  moveTo(AGENT_WORKING_MAX_MS)
  expect(working.of(SPACE)).toEqual([])
  working.expire()
  working.expire()
  expect(told).toEqual(['scout started 0', `scout stopped ${AGENT_WORKING_MAX_MS}`])
})

test('of more than can be told of, what began first makes way', () => {
  const { working, told } = begin()
  const inTurn = (count: number) => Array.from({ length: count }, (_, index) => `m${index}`)
  for (const id of inTurn(WORKS_MAX)) working.heardOf(delivery('delivered', 0, 'agent', id))
  expect(told).not.toContain('scout stopped 0')

  working.heardOf(delivery('delivered', 0, 'agent', 'one more'))

  expect(told.slice(-2)).toEqual(['scout started 0', 'scout stopped 0'])
  const ids = working.of(SPACE).map(({ message_id: id }) => id)
  expect(ids).toEqual([...inTurn(WORKS_MAX).slice(1), 'one more'])
})

test('a hand-over of long ago, heard of late, is told to nobody', () => {
  const { working, told, moveTo } = begin()
  moveTo(AGENT_WORKING_MAX_MS)
  working.heardOf(delivery('delivered', 0))
  expect(told).toEqual([])
})

test('a job counts from its start to its end, however often each is said', () => {
  const { working, told } = begin()
  for (const state of ['started', 'started', 'stopped', 'stopped'] as const) working.heardJob(job(state))
  expect(told).toEqual(['chirpy started 0', 'chirpy stopped 0'])
})

test('what the table says takes the place of what was heard, but for jobs; it is no news', () => {
  const { working, told } = begin()
  working.heardOf(delivery('delivered', 0))
  working.heardJob(job('started'))
  told.length = 0

  working.load(SPACE, [{ agentId: 'bee-1', username: 'bee', messageId: 'm2', at: new Date(START) }])
  expect(
    working
      .of(SPACE)
      .map(({ username }) => username)
      .toSorted(),
  ).toEqual(['bee', 'chirpy'])
  expect(working.of('elsewhere')).toEqual([])

  working.forget(SPACE)
  expect(working.of(SPACE).map(({ username }) => username)).toEqual(['chirpy'])
  expect(told).toEqual([])
})
