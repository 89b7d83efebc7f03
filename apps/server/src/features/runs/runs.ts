/** Runs: a model's answers to messages. Each can be watched and stopped from any node. */
import { wireTime, type Clock } from '../../platform/clock.ts'
import type { AgentActor, PersonActor } from '../../platform/actor.ts'
import { audit } from '../../platform/audit.ts'
import { publishOnCommit, type Bus } from '../../platform/bus.ts'
import type { Db } from '../../platform/database.ts'
import { Conflict, Forbidden, NotFound } from '../../platform/errors.ts'
import type { Once } from '../../platform/idempotency.ts'
import { findActiveAgent } from '../agents/index.ts'
import { LeaseOver, NoBudget, type BudgetServices } from '../budgets/index.ts'
import { ModelFailure, type FailureKind, type Gateway } from '../gateway/index.ts'
import { getMessage, readThreadEnd, spaceOfMessage, type MessageServices } from '../messages/index.ts'
import type { SearchDeps } from '../search/index.ts'
import { settledPart, shownEnd } from './partial.ts'
import { askPrompt, systemPrompt } from './prompt.ts'
import * as repository from './repository.ts'
import { spaceTools } from './space-tools.ts'
import { generateAnswer } from './generate-answer.ts'
import type { RunTool } from './tool.ts'

export interface RunServices {
  readonly db: Db
  readonly clock: Clock
  readonly bus: Bus
  readonly gateway: Gateway
  readonly budgets: BudgetServices
  readonly messages: MessageServices
  readonly search: SearchDeps
  /** Whether this part of an answer may be shown: it must pass the same checks as a message. */
  readonly mayShow: (text: string) => Promise<boolean>
  readonly onError: (error: unknown) => void
}

export interface RunRequest {
  readonly agent: AgentActor
  readonly spaceId: string
  readonly messageId: string
  readonly instructions: string
  /** Null: the instance's model. */
  readonly model: string | null
  /** Further tools, in addition to those that read the space's messages and tasks. */
  readonly tools: readonly RunTool[]
  /** The tools that it may use; absent: all. */
  readonly toolNames?: readonly string[]
  /** The timeout of the whole run. */
  readonly withinMs: number
}

export type Outcome =
  | { readonly kind: 'answer'; readonly text: string }
  | { readonly kind: 'stopped'; readonly by: string }
  | { readonly kind: 'no_budget'; readonly why: string }
  | { readonly kind: 'failed'; readonly why: FailureKind | 'slow' }
  /** The agent was paused or removed, or the message was answered or deleted: nothing must be posted. */
  | { readonly kind: 'obsolete' }

export interface Runs {
  /** False while no model is configured. */
  readonly isOn: boolean
  /** Lets the model answer a message. Safe to repeat: an answered or stopped run isn't repeated. */
  run(request: RunRequest): Promise<Outcome>
  /** Call this when the result of a run was posted. */
  finish(key: repository.RunKey): Promise<void>
  /** Publishes that the agent started or stopped working on a message (docs/rules/deliveries.md#at-work). */
  publishWorking(agent: AgentActor, where: Where, state: 'started' | 'stopped', text?: string): Promise<void>
  /** Stops an agent's run for a message. @throws NotFound, Forbidden, Conflict if it isn't running. */
  stopOne(actor: PersonActor, key: repository.RunKey, once: Once<unknown>): Promise<void>
  stop(): void
}

interface Where {
  readonly spaceId: string
  readonly messageId: string
}

/** The reason of an aborted run. */
class RunEnded extends Error {
  override name = 'RunEnded'
  readonly outcome: Outcome

  constructor(outcome: Outcome) {
    super(`The run ended: ${outcome.kind}`)
    this.outcome = outcome
  }
}

const SHOWN_EVERY_MS = 250
/** More than fit into the prompt. */
const THREAD_END = 200

export function createRuns(services: RunServices): Runs {
  const { db, clock, bus, gateway, onError } = services
  /** The runs of this node. */
  const running = new Map<string, { readonly key: repository.RunKey; readonly abort: AbortController }>()

  const endStopped = async ({ key, abort }: { key: repository.RunKey; abort: AbortController }) => {
    const by = await repository.findStop(db, key)
    if (by !== undefined) abort.abort(new RunEnded({ kind: 'stopped', by }))
    const agent = await findActiveAgent(db, key.agentId)
    if (agent === undefined || agent.pause !== null) abort.abort(new RunEnded({ kind: 'obsolete' }))
  }
  const check = (fits: (key: repository.RunKey) => boolean) => {
    for (const one of running.values()) if (fits(one.key)) endStopped(one).catch(onError)
  }
  const unsubscribes = [
    bus.subscribe('run_stopped', ({ agentId, messageId }) =>
      check((key) => key.agentId === agentId && key.messageId === messageId),
    ),
    bus.subscribe('account_changed', ({ accountId }) => check(({ agentId }) => agentId === accountId)),
    bus.subscribe('reconnected', () => check(() => true)),
  ]

  const publishWorking: Runs['publishWorking'] = async (agent, { spaceId, messageId }, state, text) => {
    const data = {
      space_id: spaceId,
      at: wireTime(new Date(clock.now())),
      agent_id: agent.accountId,
      username: agent.username,
      message_id: messageId,
      state,
      ...(gateway.model !== null && { stoppable: true }),
      ...(text !== undefined && { text }),
    }
    // a failure must not stop the run
    await bus.publish({ kind: 'ephemeral', event: { name: 'agent_working', data } }).catch(onError)
  }

  return {
    isOn: gateway.model !== null,
    publishWorking,
    async run(request) {
      const { agent, spaceId, messageId, withinMs } = request
      const key = { agentId: agent.accountId, messageId }
      const state = await repository.beginRun(db, { ...key, spaceId, at: new Date(clock.now()) })
      if (state.state === 'stopped') return { kind: 'stopped', by: state.stopped_by ?? 'somebody' }

      const abort = new AbortController()
      const endObsolete = async () => {
        if (await repository.awaitsAnswer(db, key, spaceId)) return
        abort.abort(new RunEnded({ kind: 'obsolete' }))
      }
      const mine = { key, abort }
      running.set(nameOf(key), mine)
      const timer = setTimeout(() => abort.abort(new RunEnded({ kind: 'failed', why: 'slow' })), withinMs)
      const show = createShow(services, async (text) => {
        await endObsolete()
        if (!abort.signal.aborted) await publishWorking(agent, { spaceId, messageId }, 'started', text)
      })
      /** A stop that came first wins. */
      const claimed = async (outcome: Outcome): Promise<Outcome> => {
        if (await repository.claimPost(db, key, new Date(clock.now()))) return outcome
        const by = await repository.findStop(db, key)
        return by === undefined ? { kind: 'obsolete' } : { kind: 'stopped', by }
      }
      try {
        // it may have been stopped or paused before we subscribed
        await endStopped(mine)
        await endObsolete()
        const text = await answerOf(services, request, abort.signal, show.take)
        abort.signal.throwIfAborted()
        return await claimed({ kind: 'answer', text })
      } catch (error) {
        const outcome = outcomeOf(error)
        if (outcome.kind === 'obsolete') await repository.dropRun(db, key)
        const isPosted = outcome.kind !== 'obsolete' && outcome.kind !== 'stopped'
        return isPosted ? await claimed(outcome) : outcome
      } finally {
        clearTimeout(timer)
        running.delete(nameOf(key))
        await show.end()
      }
    },
    finish: (key) => repository.endRun(db, key, new Date(clock.now())),
    async stopOne(actor, key, once) {
      const spaceId = await spaceOfMessage(db, actor, key.messageId)
      if (actor.role !== 'admin') {
        const may = await repository.mayStop(db, key, { spaceId, personId: actor.accountId })
        if (!may) {
          throw new Forbidden('Who asked, the agent’s owner and administrators may stop it')
        }
      }
      await once(async (tx) => {
        const isStopped = await repository.stopRun(tx, key, actor.accountId, new Date(clock.now()))
        if (!isStopped) throw new Conflict('It has answered, or is not at work on this message')
        await audit(tx, clock, {
          actorId: actor.accountId,
          action: 'agent_run_stopped',
          target: { type: 'message', id: key.messageId },
          spaceId,
          after: { agent_id: key.agentId },
        })
        await publishOnCommit(tx, { kind: 'run_stopped', ...key })
        return undefined
      })
    },
    stop() {
      for (const end of unsubscribes) end()
      // the next started server retries the jobs
      const reason = new Error('The server stops')
      for (const { abort } of running.values()) abort.abort(reason)
    },
  }
}

const nameOf = ({ agentId, messageId }: repository.RunKey) => `${agentId}:${messageId}`

async function answerOf(
  services: RunServices,
  request: RunRequest,
  signal: AbortSignal,
  onText: (text: string | undefined) => void,
): Promise<string> {
  const { db, gateway, budgets, messages, search } = services
  const { agent, spaceId, messageId, instructions, toolNames } = request
  const model = request.model ?? gateway.model
  if (model === null) throw new ModelFailure('unreachable')
  const { message, thread } = await readAsked(messages, agent, messageId)
  const all = [...spaceTools({ messages, search }, { actor: agent, spaceId }), ...request.tools]
  return generateAnswer({
    gateway,
    budgets,
    spender: { agentId: agent.accountId, spaceId, ...(await repository.findOrigin(db, spaceId, messageId)) },
    model,
    system: systemPrompt({ handle: agent.username, instructions }),
    ask: askPrompt(thread, message, agent.accountId),
    tools: toolNames === undefined ? all : all.filter(({ name }) => toolNames.includes(name)),
    signal,
    onText,
  })
}

/** The message, and the end of its thread up to it; later messages get their own answers. */
async function readAsked(messages: MessageServices, agent: AgentActor, messageId: string) {
  try {
    const message = await getMessage(messages, agent, messageId)
    const range = { limit: THREAD_END, upTo: message.seq }
    const { rootId, messages: replies } = await readThreadEnd(messages, agent, messageId, range)
    const root = rootId === messageId ? message : await getMessage(messages, agent, rootId)
    return { message, thread: [root, ...replies] }
  } catch (error) {
    // the agent was moved out of the space
    if (error instanceof NotFound) throw new RunEnded({ kind: 'obsolete' })
    throw error
  }
}

function outcomeOf(error: unknown): Outcome {
  if (error instanceof RunEnded) return error.outcome
  if (error instanceof NoBudget) return { kind: 'no_budget', why: error.message }
  if (error instanceof LeaseOver) return { kind: 'failed', why: 'slow' }
  if (error instanceof ModelFailure) return { kind: 'failed', why: error.kind }
  throw error
}

/** Publishes the partial answer, throttled and in order; what came last is shown even if the model pauses after it. */
function createShow(
  { mayShow, onError }: Pick<RunServices, 'mayShow' | 'onError'>,
  publish: (text: string) => Promise<void>,
) {
  let latest: string | undefined
  let shown = ''
  let isOver = false
  let rest: NodeJS.Timeout | undefined
  let hasNewer = false
  let publishing: Promise<void> = Promise.resolve()
  const showLatest = async () => {
    const text = settledPart(latest ?? '')
    if (text === '' || text === shown || !(await mayShow(text)) || isOver) return
    shown = text
    await publish(shownEnd(text))
  }
  const showAndRest = () => {
    hasNewer = false
    publishing = publishing.then(showLatest).catch(onError)
    rest = setTimeout(() => {
      rest = undefined
      if (hasNewer) showAndRest()
    }, SHOWN_EVERY_MS).unref()
  }
  return {
    take(text: string | undefined) {
      latest = text
      if (rest === undefined) showAndRest()
      else hasNewer = true
    },
    /** Nothing is published afterwards. */
    async end() {
      isOver = true
      clearTimeout(rest)
      await publishing
    },
  }
}

const KEPT_MS = 30 * 24 * 60 * 60 * 1000

/** Deletes runs that no job can repeat any more. */
export async function pruneRuns({ db, clock }: Pick<RunServices, 'db' | 'clock'>): Promise<void> {
  await repository.deleteRunsBefore(db, new Date(clock.now() - KEPT_MS))
}
