/**
 * The marks of each agent's mail, in the order of what they are about: a call acknowledges what was handed over when it
 * came, and nothing that is being handed over at the same time.
 */
import { setTimeout as delay } from 'node:timers/promises'

export interface Marks {
  /** After the agent's marks before. Resolves when it was written or failed. */
  add(agentId: string, write: () => Promise<void>): Promise<void>
  /** The same once an answer was written; not if it never was. */
  addOnceWritten(agentId: string, answered: Promise<boolean>, write: () => Promise<void>): void
  /** Resolves when the agent's marks of now are written, or after a second: a slow reader delays nobody. */
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
