/** Limits how many runs the agents of one owner have at once in this process. */

export interface OwnerTurns {
  /** Whether the agent may run now. If not, it waits: a later `end` of its owner returns it. */
  start(ownerId: string, agentId: string): boolean
  /** Call it after a run. Returns the agents whose turn it is now, in the order in which they came. */
  end(ownerId: string): readonly string[]
}

interface Turns {
  running: number
  readonly waiting: Set<string>
}

/** @param max how many runs of one owner there may be at once */
export function createOwnerTurns(max: number): OwnerTurns {
  const turnsOf = new Map<string, Turns>()

  return {
    start(ownerId, agentId) {
      const turns = turnsOf.get(ownerId) ?? { running: 0, waiting: new Set() }
      turnsOf.set(ownerId, turns)
      if (turns.running >= max) {
        turns.waiting.add(agentId)
        return false
      }
      turns.waiting.delete(agentId)
      turns.running += 1
      return true
    },
    end(ownerId) {
      const turns = turnsOf.get(ownerId)
      if (turns === undefined) return []
      turns.running -= 1
      const isLast = turns.running === 0
      if (isLast) turnsOf.delete(ownerId)
      // after the last run no other end would return them
      const next = [...turns.waiting].slice(0, isLast ? turns.waiting.size : 1)
      for (const agentId of next) turns.waiting.delete(agentId)
      return next
    },
  }
}
