/**
 * Counts what agents do and how often they are refused (docs/rules/agents.md#figures): in memory at every call, written
 * every few seconds, so that a flood of refused calls costs few writes. Counts not yet written when a process is killed
 * are lost: they are only displayed, and no limit depends on them.
 */
import { randomUUID } from 'node:crypto'
import type { AgentActor } from '../../../platform/actor.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/database.ts'
import { refusalKindOf, type ActKind } from './kinds.ts'
import type { OpenCount } from './repository.ts'
import * as repository from './repository.ts'

/** One call of an agent, by REST or of a tool. */
export interface CountedCall {
  /** The name of a route or tool, never user input. */
  readonly name: string
  /** Whether it changed a task, if it succeeded. */
  readonly isTaskWork: boolean
  /** The error, if it failed. */
  readonly error?: unknown
}

export interface Ledger {
  recordCall(agent: Pick<AgentActor, 'accountId'>, call: CountedCall): void
  recordMessage(agentId: string, spaceId: string): void
  /** Writes the counts so far, and the open waits and streams. */
  flush(): Promise<void>
  stop(): Promise<void>
}

interface Deps {
  readonly db: Db
  readonly clock: Clock
  /** The agents' open waits and streams on this node, by agent. */
  readonly waits: () => ReadonlyMap<string, number>
  readonly streams: () => ReadonlyMap<string, number>
  readonly onError: (error: unknown) => void
}

const WRITE_EVERY_MS = 3000
const HOUR_MS = 60 * 60 * 1000
const MINUTE_MS = 60_000

export function createLedger({ db, clock, waits, streams, onError }: Deps): Ledger {
  const nodeId = randomUUID()
  /** By agent, minute, kind and name; bounded, because the names are ours. */
  let counted = new Map<string, repository.Act>()
  let open = new Map<string, OpenCount>()
  let renewedAt = 0

  const count = (agentId: string, kind: ActKind, what: string, n = 1, at = clock.now()) => {
    const minute = at - (at % MINUTE_MS)
    const key = `${agentId} ${minute} ${kind} ${what}`
    const act = counted.get(key)
    if (act === undefined) {
      counted.set(key, { agentId, minute, hour: at - (at % HOUR_MS), kind, what, n, lastAt: at })
    } else {
      counted.set(key, { ...act, n: act.n + n, lastAt: Math.max(act.lastAt, at) })
    }
  }

  const writeCounts = async () => {
    if (counted.size === 0) return
    const writing = counted
    counted = new Map()
    try {
      await repository.addActs(db, [...writing.values()], clock.now())
    } catch (error) {
      // written once the database is reachable again
      for (const { agentId, kind, what, n, lastAt } of writing.values()) count(agentId, kind, what, n, lastAt)
      throw error
    }
  }

  const writeOpen = async () => {
    const now = clock.now()
    const next = joined(waits(), streams())
    const isDue = Math.abs(now - renewedAt) >= repository.RENEW_OPEN_MS
    const changed = [...next].filter(([id, is]) => isDue || !isSame(is, open.get(id)))
    const ended = [...open.keys()].filter((id) => !next.has(id))
    if (changed.length > 0) await repository.saveOpen(db, nodeId, changed, new Date(now))
    if (ended.length > 0) await repository.deleteOpen(db, nodeId, ended)
    open = next
    if (isDue) renewedAt = now
  }

  let writing: Promise<void> = Promise.resolve()
  const flush = () => {
    writing = writing.then(writeCounts).then(writeOpen).catch(onError)
    return writing
  }
  const timer = setInterval(() => void flush(), WRITE_EVERY_MS)
  timer.unref()

  return {
    recordCall({ accountId }, { name, isTaskWork, error }) {
      count(accountId, 'call', name)
      if (error === undefined) {
        if (isTaskWork) count(accountId, 'task', name)
        return
      }
      const kind = refusalKindOf(error)
      if (kind !== undefined) count(accountId, kind, name)
    },
    recordMessage: (agentId, spaceId) => count(agentId, 'message', spaceId),
    flush,
    async stop() {
      clearInterval(timer)
      await flush()
      await repository.deleteNode(db, nodeId).catch(onError)
    },
  }
}

function joined(
  waits: ReadonlyMap<string, number>,
  streams: ReadonlyMap<string, number>,
): Map<string, OpenCount> {
  const ids = new Set([...waits.keys(), ...streams.keys()])
  return new Map([...ids].map((id) => [id, { waits: waits.get(id) ?? 0, streams: streams.get(id) ?? 0 }]))
}

function isSame(one: OpenCount, other: OpenCount | undefined): boolean {
  return one.waits === other?.waits && one.streams === other.streams
}

/** Deletes counts of more than a day ago, and the open counts of crashed nodes. Safe to repeat. */
export async function pruneActs({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> {
  const now = clock.now()
  while ((await repository.subtractActs(db, repository.startOfLastDay(now))) > 0);
  await repository.deleteOldMinutes(db, new Date(now - HOUR_MS))
  await repository.deleteOldOpen(db, new Date(now - HOUR_MS))
}
