/**
 * Records handshakes and failures of agents' connections: collected in memory and written once a second, one row per
 * agent. Refusals beyond `REFUSED_MAX` a second are dropped, so that a flood of them costs no more.
 */
import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/database.ts'
import { attribute, type RefusedCall, type TimedCall } from './attribution.ts'
import type { Fault, GrantToken } from './faults.ts'
import type { Handshake } from './handshake.ts'
import * as repository from './repository.ts'

export interface ConnectionRecorder {
  /** Records an answered handshake of the agent's client. */
  recordHandshake(agentId: string, handshake: Handshake): void
  /** Records a refused call of a known agent. */
  recordFailure(agentId: string, fault: Fault): void
  /** Records a call refused before authentication; dropped if it can't be attributed to an agent. */
  recordRefusal(call: RefusedCall): void
  /** Writes the records so far. */
  flush(): Promise<void>
  stop(): Promise<void>
}

interface Deps {
  readonly db: Db
  readonly clock: Clock
  /** The claims of an OAuth token that this server signed; `undefined` for any other text. */
  readonly readGrantToken: (token: string) => Promise<GrantToken | undefined>
  readonly onError: (error: unknown) => void
}

const WRITE_EVERY_MS = 1000
/** The newer protocol has a handshake in each request; the same client is rewritten only this often. */
const REWRITE_AFTER_MS = 30_000
const REFUSED_MAX = 500

export function createConnectionRecorder({ db, clock, readGrantToken, onError }: Deps): ConnectionRecorder {
  let handshakes = new Map<string, repository.HandshakeRow>()
  let faults = new Map<string, repository.ErrorRow>()
  let refusals = new Map<string, TimedCall>()
  const lastHandshakes = new Map<string, repository.HandshakeRow>()
  const now = () => new Date(clock.now())

  const isFresh = (at: Date) => clock.now() - at.getTime() < REWRITE_AFTER_MS

  const write = async () => {
    const [newHandshakes, newFaults, newRefusals] = [handshakes, faults, [...refusals.values()]]
    for (const [id, { at }] of lastHandshakes) if (!isFresh(at)) lastHandshakes.delete(id)
    if (newHandshakes.size + newFaults.size + newRefusals.length === 0) return
    handshakes = new Map()
    faults = new Map()
    refusals = new Map()

    try {
      const errors = new Map<string, repository.ErrorRow>()
      for (const row of await attribute({ db, readGrantToken }, newRefusals)) {
        // an agent that has connected meanwhile needs no hint to sign in
        const isOutdated =
          row.message === null && (lastHandshakes.has(row.agentId) || errors.has(row.agentId))
        if (!isOutdated) errors.set(row.agentId, row)
      }
      for (const row of newFaults.values()) errors.set(row.agentId, row)
      if (newHandshakes.size > 0) await repository.saveHandshakes(db, inOrder(newHandshakes))
      if (errors.size > 0) await repository.saveErrors(db, inOrder(errors))
    } catch (error) {
      // written once the database is reachable again
      handshakes = new Map([...newHandshakes, ...handshakes])
      faults = new Map([...newFaults, ...faults])
      for (const call of newRefusals) addRefusal(call)
      throw error
    }
  }

  const addRefusal = (call: TimedCall) => {
    const key = `${call.handle ?? ''} ${call.token ?? ''}`
    if (refusals.size < REFUSED_MAX || refusals.has(key)) refusals.set(key, call)
  }

  let writing: Promise<void> = Promise.resolve()
  const flush = () => {
    writing = writing.then(write).catch(onError)
    return writing
  }
  const timer = setInterval(() => void flush(), WRITE_EVERY_MS)
  timer.unref()

  return {
    recordHandshake(agentId, { client, protocol }) {
      const last = lastHandshakes.get(agentId)
      if (last?.client === client && last.protocol === protocol && isFresh(last.at)) return
      const row = { agentId, client, protocol, at: now() }
      lastHandshakes.set(agentId, row)
      handshakes.set(agentId, row)
    },
    recordFailure: (agentId, fault) => faults.set(agentId, { agentId, ...fault, at: now() }),
    recordRefusal: (call) => addRefusal({ ...call, at: now() }),
    flush,
    async stop() {
      clearInterval(timer)
      await flush()
    },
  }
}

function inOrder<Row extends { agentId: string }>(rows: ReadonlyMap<string, Row>): Row[] {
  return [...rows.values()].toSorted((one, other) => (one.agentId < other.agentId ? -1 : 1))
}
