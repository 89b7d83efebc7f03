import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Actor } from '../../platform/actor.ts'
import { createSearchSlots } from './slots.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const person = (accountId: string) => ({ kind: 'user', accountId }) as Actor
const agent = (accountId: string, ownerId: string) => ({ kind: 'agent', accountId, ownerId }) as Actor

/** Searches that the test ends. */
function searching() {
  const slots = createSearchSlots()
  const started: string[] = []
  const ends = new Map<string, () => void>()
  const search = (actor: Actor, name: string) =>
    slots.during(actor, () => {
      started.push(name)
      return new Promise<string>((resolve) => ends.set(name, () => resolve(name)))
    })
  const end = async (name: string) => {
    ends.get(name)?.()
    await vi.advanceTimersByTimeAsync(0)
  }
  return { search, started, end }
}

test('two run at once per person with their agents, four in total; the rest queue, skipping those that may not run yet', async () => {
  const { search, started, end } = searching()
  const all = [
    search(person('ana'), 'a1'),
    search(agent('scout', 'ana'), 'a2'),
    search(person('ana'), 'a3'),
    search(person('bob'), 'b1'),
    search(person('cy'), 'c1'),
    search(person('dee'), 'd1'),
  ]
  expect(started).toEqual(['a1', 'a2', 'b1', 'c1'])

  await end('b1')
  expect(started.at(-1)).toBe('d1')
  await end('a2')
  expect(started.at(-1)).toBe('a3')
  for (const name of started) await end(name)
  expect(await Promise.all(all)).toHaveLength(6)
})

test('a failed search frees its slot', async () => {
  const slots = createSearchSlots()
  const failing = () => slots.during(person('ana'), () => Promise.reject(new Error('no')))
  await Promise.allSettled([failing(), failing(), failing()])

  expect(await slots.during(person('ana'), async () => 'found')).toBe('found')
})

test('a person with eight queued searches gets 429, and one who waits three seconds for others gets 503', async () => {
  const { search } = searching()
  for (let index = 0; index < 10; index++) search(person('ana'), `a${index}`).catch(() => {})
  await expect(search(person('ana'), 'too many')).rejects.toMatchObject({ status: 429, code: 'rate_limited' })

  search(person('bob'), 'b1').catch(() => {})
  search(person('bob'), 'b2').catch(() => {})
  const late = expect(search(person('cy'), 'c1')).rejects.toMatchObject({ status: 503, code: 'busy' })
  await vi.advanceTimersByTimeAsync(3000)
  await late
})
