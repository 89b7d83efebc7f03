/**
 * Serialises the marking of each agent's mail: a call acknowledges what was handed over before it
 * arrived, and nothing that is being handed over concurrently.
 */
import { setTimeout as delay } from 'node:timers/promises'

export interface Marks {
  /** Runs after the agent's previous marks. Resolves when it was written or failed. */
  add(agentId: string, write: () => Promise<void>): Promise<void>
  /** The same once the answer was written; never if it wasn't. */
  addOnceWritten(agentId: string, answered: Promise<boolean>, write: () => Promise<void>): void
  /** Resolves when the agent's current marks are written, or after a second, so that a slow reader delays nobody. */
  settled(agentId: string): Promise<void>
}

const SETTLES_WITHIN_MS = 1000

export function createMarks(onError: (error: unknown) => void): Marks {
  const last = new Map<string, Promise<void>>()
  const open = new Map<string, Set<Promise<void>>>()

  const add = (agentId: string, write: () => Promise<void>): Promise<void> => {
    const mark = (last.get(agentId) ?? Promise.resolve())
      .then(write)
      .catch(onError)
      .finally(() => {
        if (last.get(agentId) === mark) last.delete(agentId)
      })
    last.set(agentId, mark)
    return mark
  }

  return {
    add,
    addOnceWritten(agentId, answered, write) {
      const marks = open.get(agentId) ?? new Set()
      open.set(agentId, marks)
      const mark = answered
        .then((isWritten) => (isWritten ? add(agentId, write) : undefined))
        .finally(() => {
          marks.delete(mark)
          if (marks.size === 0) open.delete(agentId)
        })
      marks.add(mark)
    },
    async settled(agentId) {
      const marks = [...(open.get(agentId) ?? []), last.get(agentId)].filter((mark) => mark !== undefined)
      if (marks.length === 0) return
      const timeout = new AbortController()
      const late = delay(SETTLES_WITHIN_MS, undefined, { signal: timeout.signal }).catch(() => {})
      await Promise.race([Promise.all(marks), late])
      timeout.abort()
    },
  }
}
