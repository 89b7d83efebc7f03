/**
 * Limits concurrent searches: a few per person, including their agents, and a few in total. The rest are queued
 * without a connection, so that a slow search delays only those of the same caller.
 */
import type { Actor } from '../../platform/actor.ts'
import { Busy, RateLimited } from '../../platform/errors.ts'

export interface SearchSlots {
  /**
   * Runs `search` when a slot is free.
   * @throws RateLimited if the caller has too many queued or its own take too long; Busy if others' do.
   */
  during<T>(searcher: Actor, search: () => Promise<T>): Promise<T>
}

/** One per connection; a search takes 20 ms. */
export const SEARCHES_AT_ONCE = 4
/** Half, so that one caller leaves the rest to others. */
const AT_ONCE_PER_PERSON = 2
/** More than a person's open tabs, or a program with several searches, need at once. */
const WAITING_PER_PERSON = 8
const WAITING_MAX = 64
/** Leaves time for the longest search within the 10 s in which every call is answered. */
const WAIT_MS = 3000
const RETRY_AFTER_S = 1

interface Waiting {
  readonly person: string
  readonly start: () => void
}

/** The texts of the refusals. */
interface Words {
  readonly tooMany: string
  readonly busy: string
}

const SEARCHING: Words = {
  tooMany: 'Too many searches at once',
  busy: 'Too many people search at once; try again in a moment',
}

/** @param words the texts for other work as expensive as a search, with its own slots */
export function createSearchSlots(words: Words = SEARCHING): SearchSlots {
  const running = new Map<string, number>()
  let runningInAll = 0
  let queue: Waiting[] = []

  const hasSlot = (person: string) =>
    runningInAll < SEARCHES_AT_ONCE && (running.get(person) ?? 0) < AT_ONCE_PER_PERSON

  const take = (person: string) => {
    runningInAll++
    running.set(person, (running.get(person) ?? 0) + 1)
  }

  const release = (person: string) => {
    runningInAll--
    const left = (running.get(person) ?? 1) - 1
    if (left === 0) running.delete(person)
    else running.set(person, left)

    const next = queue.find((waiting) => hasSlot(waiting.person))
    if (next === undefined) return
    queue = queue.filter((waiting) => waiting !== next)
    take(next.person)
    next.start()
  }

  const refusalFor = (person: string) =>
    (running.get(person) ?? 0) >= AT_ONCE_PER_PERSON
      ? new RateLimited(
          { limit: AT_ONCE_PER_PERSON, remaining: 0, retryAfterSeconds: RETRY_AFTER_S },
          words.tooMany,
        )
      : new Busy(words.busy)

  const turnOf = (person: string): Promise<void> => {
    const mine = queue.filter((waiting) => waiting.person === person).length
    if (mine >= WAITING_PER_PERSON || queue.length >= WAITING_MAX) return Promise.reject(refusalFor(person))
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        queue = queue.filter((one) => one !== waiting)
        reject(refusalFor(person))
      }, WAIT_MS)
      const waiting: Waiting = {
        person,
        start: () => {
          clearTimeout(timer)
          resolve()
        },
      }
      queue.push(waiting)
    })
  }

  return {
    async during(searcher, search) {
      const person = personOf(searcher)
      if (hasSlot(person)) take(person)
      else await turnOf(person)
      try {
        return await search()
      } finally {
        release(person)
      }
    },
  }
}

/** Agents count as their owner: having many of them gives no more slots. */
function personOf(actor: Actor): string {
  return actor.kind === 'agent' ? (actor.ownerId ?? actor.accountId) : actor.accountId
}
