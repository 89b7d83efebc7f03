/**
 * Notes how the connections of agents go: off the path of the answer, joined over a second, one row an agent. What
 * comes in a second beyond what fits is forgotten, so that a flood of refusals costs no more.
 */
import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/database.ts'
import { attribute, type RefusedCall } from './attribution.ts'
import type { GrantToken } from './explain.ts'
import type { Fault } from './faults.ts'
import type { Handshake } from './handshake.ts'
import * as repository from './repository.ts'

export interface ConnectionRecorder {
  /** The agent's client was answered. */
  shookHands(agentId: string, handshake: Handshake): void
  /** A call of an agent was refused. */
  failed(agentId: string, fault: Fault): void
  /** A call was refused before it was known whose it is; one that is nobody's is forgotten. */
  refused(call: RefusedCall): void
  /** Writes what was noted so far. */
  flush(): Promise<void>
  stop(): Promise<void>
}

interface Deps {
  readonly db: Db
  readonly clock: Clock
  /** What a token that this server signed for a program says; `undefined` for any other. */
  readonly readGrantToken: (token: string) => Promise<GrantToken | undefined>
  readonly onError: (error: unknown) => void
}

const WRITE_EVERY_MS = 1000
/** The newer protocol shakes hands in each request: the same client is noted this often. */
const AGAIN_AFTER_MS = 30_000
const REFUSED_MAX = 500

export function createConnectionRecorder({ db, clock, readGrantToken, onError }: Deps): ConnectionRecorder {
  let handshakes = new Map<string, repository.HandshakeRow>()
  let faults = new Map<string, repository.ErrorRow>()
  let refused = new Map<string, RefusedCall & { readonly at: Date }>()
  const noted = new Map<string, repository.HandshakeRow>()
  const now = () => new Date(clock.now())

  const isFresh = (at: Date) => clock.now() - at.getTime() < AGAIN_AFTER_MS

  const write = async () => {
    const [hands, known, unknown] = [handshakes, faults, [...refused.values()]]
    for (const [id, { at }] of noted) if (!isFresh(at)) noted.delete(id)
    if (hands.size + known.size + unknown.length === 0) return
    handshakes = new Map()
    faults = new Map()
    refused = new Map()

    try {
      const errors = new Map<string, repository.ErrorRow>()
      // what a credential proves is told before what anybody may send
      for (const row of await attribute({ db, readGrantToken }, unknown)) {
        // who was asked to sign in and has come in is past that
        const isPast = row.message === null && (noted.has(row.agentId) || errors.has(row.agentId))
        if (!isPast) errors.set(row.agentId, row)
      }
      for (const row of known.values()) errors.set(row.agentId, row)
      if (hands.size > 0) await repository.saveHandshakes(db, inOrder(hands))
      if (errors.size > 0) await repository.saveErrors(db, inOrder(errors))
    } catch (error) {
      // a database that is away is what is told of when it is back
      handshakes = new Map([...hands, ...handshakes])
      faults = new Map([...known, ...faults])
      for (const call of unknown) note(call)
      throw error
    }
  }

  const note = (call: RefusedCall & { readonly at: Date }) => {
    const key = `${call.handle ?? ''} ${call.token ?? ''}`
    if (refused.size < REFUSED_MAX || refused.has(key)) refused.set(key, call)
  }

  let writing: Promise<void> = Promise.resolve()
  const flush = () => {
    writing = writing.then(write).catch(onError)
    return writing
  }
  const timer = setInterval(() => void flush(), WRITE_EVERY_MS)
  timer.unref()

  return {
    shookHands(agentId, { client, protocol }) {
      const last = noted.get(agentId)
      if (last?.client === client && last.protocol === protocol && isFresh(last.at)) return
      const row = { agentId, client, protocol, at: now() }
      noted.set(agentId, row)
      handshakes.set(agentId, row)
    },
    failed: (agentId, fault) => faults.set(agentId, { agentId, ...fault, at: now() }),
    refused: (call) => note({ ...call, at: now() }),
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
