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
  /** Returned by `end`, and not started yet: they have a run's place, so that no other agent takes it. */
  readonly called: Set<string>
}

/** @param max how many runs of one owner there may be at once */
export function createOwnerTurns(max: number): OwnerTurns {
  const turnsOf = new Map<string, Turns>()

  return {
    start(ownerId, agentId) {
      const turns = turnsOf.get(ownerId) ?? { running: 0, waiting: new Set(), called: new Set() }
      turnsOf.set(ownerId, turns)
      const isCalled = turns.called.delete(agentId)
      if (!isCalled && turns.running + turns.called.size >= max) {
        turns.waiting.add(agentId)
        return false
      }
      turns.running += 1
      return true
    },
    end(ownerId) {
      const turns = turnsOf.get(ownerId)
      if (turns === undefined) return []
      turns.running -= 1
      if (turns.running === 0) {
        // after the last run no other end would return them
        turnsOf.delete(ownerId)
        return [...turns.waiting]
      }
      const [next] = turns.waiting
      if (next === undefined) return []
      turns.waiting.delete(next)
      turns.called.add(next)
      return [next]
    },
  }
}
