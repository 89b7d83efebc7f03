/** A person's decision about a held chain of agents (docs/rules/loops.md#held). */
import type { Bounds, Hold } from '@flockwork/contract/loops'
import type { Message } from '@flockwork/contract/messages'
import * as z from 'zod/mini'
import type { PersonActor } from '../../platform/actor.ts'
import { audit } from '../../platform/audit.ts'
import type { Clock } from '../../platform/clock.ts'
import { retryDeadlocks, type Db, type Tx } from '../../platform/database.ts'
import { NotFound } from '../../platform/errors.ts'
import type { Once } from '../../platform/idempotency.ts'
import { executorOf, requeue, type Jobs } from '../../platform/jobs.ts'
import { appendEvents, lockSequences, type NewEvent } from '../../platform/outbox.ts'
import {
  deliveryEvent,
  holdEvent,
  presentDelivery,
  presentHold,
  readForEach,
  spaceOfMessage,
  type HoldRow,
  type JobsFor,
  type WebhookJobs,
} from '../messages/index.ts'
import { requireMember } from '../spaces/index.ts'
import { readTasks } from '../tasks/index.ts'
import * as repository from './repository.ts'

export interface LoopServices {
  readonly db: Db
  readonly clock: Clock
  /** The default bounds of a space. */
  readonly bounds: Bounds
  readonly jobs: Pick<Jobs, 'addWithin'>
  readonly jobsFor: JobsFor
  readonly webhookJobs: WebhookJobs
}

interface Deciding {
  readonly messageId: string
  readonly decision: 'continue' | 'stop'
}

/** Events per statement: each contains a whole message. */
const APPENDED_AT_ONCE = 200
/** Deliveries that are released or stopped in one transaction: few enough not to delay posts. */
const CARRIED_OUT_AT_ONCE = 100

/**
 * Continues or stops the chain that is held at a message. On Continue, held messages are delivered once, the first of
 * them in the transaction of the decision and the rest by a job. Repeating a decision returns the first one.
 * @throws NotFound for a message of a foreign space, and if nothing was held.
 */
export async function decide(
  services: LoopServices,
  actor: PersonActor,
  { messageId, decision }: Deciding,
  once: Once<{ hold: Hold }>,
): Promise<{ hold: Hold }> {
  const { db, bounds } = services
  const spaceId = await spaceOfMessage(db, actor, messageId)
  return once(async (tx) => {
    // a chain stops in every space, but continues only in this one
    const others = decision === 'stop' ? await repository.listSpacesOfChain(tx, spaceId, messageId) : []
    const spaceIds = [...new Set([spaceId, ...others])]
    await lockSequences(tx, spaceIds)
    await requireMember(tx, spaceId, actor.accountId)
    const chain = await repository.lockHeldChain(tx, spaceId, messageId)
    const open = chain === undefined ? [] : await repository.listOpenHolds(tx, chain.id, spaceIds)
    if (chain === undefined || !open.some((hold) => hold.message_id === messageId)) {
      const decided = await repository.findHold(tx, spaceId, messageId)
      if (decided === undefined) throw new NotFound('Nothing is held at this message')
      return { hold: presentHold(decided) }
    }

    // the first decision counts for the whole chain: it may have been stopped in another space meanwhile
    const isOn = decision === 'continue' && chain.stoppedWhy === null
    if (isOn) await repository.extendChain(tx, chain.id, { spaceId, bounds })
    const why = chain.stoppedWhy ?? `@${actor.username} stopped this chain of agents`
    if (!isOn) await repository.stopChain(tx, chain.id, why)
    for (const hold of open) await decideOne(services, tx, actor, hold, isOn ? 'continued' : 'stopped')
    const decided = await repository.findHold(tx, spaceId, messageId)
    if (decided === undefined) throw new Error('The hold is gone')
    return { hold: presentHold(decided) }
  })
}

async function decideOne(
  services: LoopServices,
  tx: Tx,
  actor: PersonActor,
  hold: HoldRow,
  state: 'continued' | 'stopped',
): Promise<void> {
  const { clock, jobs } = services
  const at = new Date(clock.now())
  const { space_id: spaceId, message_id: messageId, chain_id: chainId, messages, waiting } = hold
  const row = await repository.decideHold(tx, hold, { state, by: actor.accountId, at })
  await audit(tx, clock, {
    actorId: actor.accountId,
    action: state === 'continued' ? 'agents_continued' : 'agents_stopped',
    target: { type: 'message', id: messageId },
    spaceId,
    before: { messages, waiting },
  })
  const first = await append({ tx, clock }, spaceId, [holdEvent(row)])
  await repository.saveChangedSeq(tx, spaceId, messageId, first)
  const decided = { chainId, spaceId }
  const isLeft = await carryOut(services, tx, decided)
  if (isLeft) await jobs.addWithin(executorOf(tx), [{ queue: QUEUE, data: decided }])
}

const QUEUE = 'held-messages'
const Decided = z.object({ chainId: z.string(), spaceId: z.string() })

/** Carries out decisions about more than one transaction should change. */
export async function startLoops({
  jobs,
  ...services
}: LoopServices & { readonly jobs: Jobs }): Promise<void> {
  await jobs.declare(QUEUE)
  await jobs.work(QUEUE, 1, async (data) => {
    const decided = Decided.parse(data)
    const next = () =>
      services.db.transaction().execute(async (tx) => {
        await lockSequences(tx, [decided.spaceId])
        return carryOut({ ...services, jobs }, tx, decided)
      })
    for (let isLeft = true; isLeft;) isLeft = await retryDeadlocks(next)
  })
}

/** Adds jobs for decisions whose job was given up: deliveries that a person released would otherwise wait until they expire. */
export function requeueDecisions(deps: Pick<LoopServices, 'db' | 'jobs'>): Promise<void> {
  return requeue<z.infer<typeof Decided>>(deps, QUEUE, repository.listUnfinished)
}

/**
 * Releases or stops the next batch of a decided chain. Safe to repeat: deliveries that are no longer held are done. The
 * space's sequence is locked. @returns whether there may be more
 */
async function carryOut(
  services: LoopServices,
  tx: Tx,
  { chainId, spaceId }: z.infer<typeof Decided>,
): Promise<boolean> {
  const at = new Date(services.clock.now())
  const decision = await repository.findDecision(tx, chainId, spaceId)
  const held = await repository.lockDecided(tx, { chainId, spaceId, limit: CARRIED_OUT_AT_ONCE }, decision)
  if (decision.stoppedWhy === null) await release(services, tx, { spaceId, held, at })
  else await stop(services, tx, { spaceId, held, at, why: decision.stoppedWhy })
  return held.length === CARRIED_OUT_AT_ONCE
}

interface Held {
  readonly spaceId: string
  readonly held: readonly repository.HeldRow[]
  readonly at: Date
}

/** Delivers held messages as if they were posted now, and notifies their authors. */
async function release(services: LoopServices, tx: Tx, { spaceId, held, at }: Held): Promise<void> {
  const { clock } = services
  const ids = [...new Set(held.flatMap(({ message_id: id }) => id ?? []))]
  const taskIds = [...new Set(held.flatMap(({ task_id: id }) => id ?? []))]
  const [found = []] = await readForEach(tx, [{ spaceId, ids }])
  const messages = new Map(found.map((message) => [message.id, message]))
  const tasks = new Map(
    (taskIds.length === 0 ? [] : await readTasks(tx, spaceId, taskIds)).map((task) => [task.id, task]),
  )

  const carried = held.flatMap((row) => {
    const task = tasks.get(row.task_id ?? '')
    const message = messages.get(row.message_id ?? '')
    const shown = { ...row, state: 'stored', why: null, at }
    const told = deliveryEvent(shown)
    const audience = { audience: row.recipient_id, isDelivery: true }
    if (row.task_id !== null) {
      if (task === undefined) return []
      const payload = { action: row.reason === 'approval' ? 'approved' : 'assigned', task }
      return [
        { row, events: [{ name: 'task_update', payload, ...audience, messageId: task.message_id }, told] },
      ]
    }
    if (message === undefined) return []
    return [{ row, events: [arrivalOf(message, row, audience), told] }]
  })
  const isCarried = new Set(carried.map(({ row }) => row))
  const gone = held.filter((row) => !isCarried.has(row))
  if (gone.length > 0) await stop(services, tx, { spaceId, held: gone, at, why: 'It is no longer there' })
  const first = await append(
    { tx, clock },
    spaceId,
    carried.flatMap(({ events }) => events as NewEvent[]),
  )
  await repository.saveReleased(
    tx,
    carried.map(({ row: { id } }, nth) => ({ id, seq: first + 2 * nth })),
    at,
  )
  await addJobs(services, tx, { spaceId, held: carried.map(({ row }) => row), messages })
}

/** The event by which the message reaches the one agent as if it were new. */
function arrivalOf(
  message: Message,
  row: repository.HeldRow,
  audience: Pick<NewEvent, 'isDelivery'> & { readonly audience: string },
): NewEvent {
  const { recipient: mentioned } = presentDelivery(row)
  return row.reason === 'mention'
    ? { name: 'mention', payload: { message, mentioned }, ...audience, messageId: message.id }
    : { name: 'message', payload: { action: 'created', message }, ...audience, messageId: message.id }
}

async function addJobs(
  { jobs, jobsFor, webhookJobs }: LoopServices,
  tx: Tx,
  {
    spaceId,
    held,
    messages,
  }: { spaceId: string; held: readonly repository.HeldRow[]; messages: ReadonlyMap<string, Message> },
): Promise<void> {
  const byMessage = Map.groupBy(held, ({ message_id: id }) => id ?? '')
  const requests = [...byMessage].flatMap(([messageId, rows]) => {
    const message = messages.get(messageId)
    if (message === undefined) return []
    return jobsFor({
      spaceId,
      messageId,
      authorId: message.author_id,
      mentions: rows
        .filter(({ reason }) => reason === 'mention')
        .map((row) => presentDelivery(row).recipient),
      recipientIds: rows.map(({ recipient_id: id }) => id),
      reply: null,
    })
  })
  const called = new Set(
    held.filter(({ has_webhook: has }) => has === true).map(({ recipient_id: id }) => id),
  )
  const all = [...requests, ...webhookJobs([...called])]
  if (all.length > 0) await jobs.addWithin(executorOf(tx), all)
}

async function stop(
  { clock }: LoopServices,
  tx: Tx,
  { spaceId, held, at, why }: Held & { readonly why: string },
): Promise<void> {
  await repository.saveStopped(
    tx,
    held.map(({ id }) => id),
    why,
    at,
  )
  const stopped = held.map((row) => deliveryEvent({ ...row, state: 'undeliverable', why, at }))
  if (stopped.length > 0) await append({ tx, clock }, spaceId, stopped)
}

/** Resolves with the number of the first event. */
async function append(
  { tx, clock }: { tx: Tx; clock: Clock },
  spaceId: string,
  events: readonly NewEvent[],
): Promise<number> {
  let first = 0
  for (let from = 0; from < events.length; from += APPENDED_AT_ONCE) {
    const some = events.slice(from, from + APPENDED_AT_ONCE)
    const last = await appendEvents(tx, clock, spaceId, some)
    if (from === 0) first = last - some.length + 1
  }
  return first
}
