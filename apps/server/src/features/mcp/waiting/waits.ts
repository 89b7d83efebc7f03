/**
 * The waits of this process: a bounded number of slots, and the ways to end a wait early: by its client, by the agent
 * (suspensions.ts), by a person who pauses the agent, or by a stopping server.
 */
import { WAITS_PER_AGENT, WAITS_PER_PROCESS } from '@flockwork/contract/limits'
import type { RequestId } from '@modelcontextprotocol/server'
import { ACCOUNT_CHANGES, mayAffect } from '../../../platform/access-changes.ts'
import type { AgentActor } from '../../../platform/actor.ts'
import type { Bus } from '../../../platform/bus.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/database.ts'
import type { Metrics } from '../../../platform/metrics.ts'
import { pausedAmong } from '../../agents/index.ts'
import { credentialOf } from '../call.ts'
import { createSuspensions, type Stopped, type Suspension, type SuspensionRequest } from './suspensions.ts'

export interface WaitSlot {
  /**
   * Aborted when the client cancels its request, the agent is paused, the server stops, or the agent stops waiting,
   * with its `Stopped` as the reason.
   */
  readonly ended: AbortSignal
  /** Called when the agent's credentials or spaces may have changed. Set by the wait. */
  onAccessChanged: () => void
  release(): void
}

/** Why there is no slot, and when to try again. */
export interface NoSlot {
  readonly retryAfterSeconds: number
  /** The agent's own suspension; `undefined` when there are too many waits. */
  readonly suspension: Suspension | undefined
}

export interface Waits {
  /** Acquires a slot, if this agent and this process have one left. */
  enter(agent: AgentActor, requestId: RequestId): WaitSlot | NoSlot
  /** Ends the waits with this request id and credential at once, as if they had timed out. */
  cancel(agent: AgentActor, requestId: RequestId): void
  /** The ids of the agents that wait on this node. */
  agents(): string[]
  /** The number of waits of each agent. */
  counts(): ReadonlyMap<string, number>
  /** Ends the agent's waits on this node, as if they had timed out. */
  endOf(agentId: string): void
  /** Ends the agent's waits on every node, and prevents new ones for some seconds. */
  suspend(agentId: string, request: SuspensionRequest): Promise<void>
  /** Ends every wait; resolves when all slots are released. */
  stop(): Promise<void>
}

interface Slot extends WaitSlot {
  readonly requestId: RequestId
  readonly credential: string
  readonly ownerId: string | null
  readonly controller: AbortController
}

interface Deps {
  readonly metrics: Pick<Metrics, 'waits'>
  readonly clock: Clock
  readonly bus: Pick<Bus, 'publish' | 'subscribe'>
}

const RETRY_AFTER_S = 5

export function createWaits({ metrics, clock, bus }: Deps): Waits {
  const slotsOf = new Map<string, Set<Slot>>()
  let count = 0
  let isStopping = false
  let onEmpty = () => {}

  const release = (agentId: string, slot: Slot) => {
    const slots = slotsOf.get(agentId)
    if (slots?.delete(slot) !== true) return
    if (slots.size === 0) slotsOf.delete(agentId)
    count -= 1
    metrics.waits.dec()
    if (count === 0) onEmpty()
  }

  const endOf = (agentId: string) => {
    for (const { controller } of slotsOf.get(agentId) ?? []) controller.abort()
  }
  const onSuspended = (agentId: string, stopped: Stopped) => {
    for (const { controller } of slotsOf.get(agentId) ?? []) controller.abort(stopped)
  }
  const suspensions = createSuspensions({ clock, bus, onSuspended })

  const unsubscribe = bus.subscribe(ACCOUNT_CHANGES, (message) => {
    const isAffected = mayAffect(message)
    for (const [accountId, slots] of slotsOf) {
      for (const slot of slots) {
        if (isAffected({ accountId, ownerId: slot.ownerId, credentialId: null })) slot.onAccessChanged()
      }
    }
  })

  return {
    endOf,
    suspend: suspensions.suspend,
    enter(agent, requestId) {
      const { accountId: agentId, ownerId } = agent
      const suspension = suspensions.of(agentId)
      if (suspension !== undefined) return { retryAfterSeconds: suspension.secondsLeft, suspension }
      const slots = slotsOf.get(agentId) ?? new Set()
      if (isStopping || slots.size >= WAITS_PER_AGENT || count >= WAITS_PER_PROCESS) {
        return { retryAfterSeconds: RETRY_AFTER_S, suspension: undefined }
      }
      const controller = new AbortController()
      const slot: Slot = {
        requestId,
        credential: credentialOf(agent),
        ownerId,
        controller,
        ended: controller.signal,
        onAccessChanged: () => {},
        release: () => release(agentId, slot),
      }
      slots.add(slot)
      slotsOf.set(agentId, slots)
      count += 1
      metrics.waits.inc()
      return slot
    },
    cancel(agent, requestId) {
      const credential = credentialOf(agent)
      for (const slot of slotsOf.get(agent.accountId) ?? []) {
        if (slot.requestId === requestId && slot.credential === credential) slot.controller.abort()
      }
    },
    agents: () => [...slotsOf.keys()],
    counts: () => new Map([...slotsOf].map(([id, slots]) => [id, slots.size])),
    async stop() {
      isStopping = true
      unsubscribe()
      suspensions.stop()
      if (count === 0) return
      const { promise, resolve } = Promise.withResolvers<void>()
      onEmpty = resolve
      for (const agentId of slotsOf.keys()) endOf(agentId)
      await promise
    },
  }
}

export function isSlot(slot: WaitSlot | NoSlot): slot is WaitSlot {
  return 'ended' in slot
}

interface PauseDeps {
  readonly db: Db
  readonly bus: Pick<Bus, 'subscribe'>
  readonly waits: Waits
  readonly onError: (error: unknown) => void
}

/**
 * Ends an agent's waits whenever a person pauses it, on any node (docs/rules/mcp.md#waiting). Returns
 * `unsubscribe`.
 */
export function endWaitsOfPausedAgents({ db, bus, waits, onError }: PauseDeps): () => void {
  const check = async () => {
    for (const id of await pausedAmong(db, waits.agents())) waits.endOf(id)
  }
  return bus.subscribe(['account_changed', 'reconnected'], () => void check().catch(onError))
}
