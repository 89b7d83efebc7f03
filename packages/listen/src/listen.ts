/**
 * The listener: the event stream wakes it, the inbox lists what is unanswered, the journal what was done.
 *
 * stream.ts reads events and reconnects; queue.ts reads the inbox on each wake-up and runs items with bounded
 * concurrency; answering.ts takes one item from attempt to posted reply; journal.ts makes that survive a crash.
 */
import path from 'node:path'
import { handle, deliver, type Answer, type HandlerDeps } from './answering.ts'
import { createApi } from './api.ts'
import { fixedToken, isToken, type Credential } from './credential.ts'
import { createQueue, type Queue } from './queue.ts'
import { FatalError, isOutOfReach, textOf } from './errors.ts'
import type { StreamEvent } from './event-parser.ts'
import { openJournal, type Journal } from './journal.ts'
import { createFindOwner } from './owner.ts'
import { baseUrlOf, configFolder, fileNameOf } from './paths.ts'
import { readEvents } from './stream.ts'
import type { Handle, Message, Task } from './types.ts'

export interface ListenOptions {
  /** The URL of the instance, such as `https://chat.example.org`. */
  readonly url: string
  /** The agent's token, or a credential that renews itself. */
  readonly token: string | Credential
  /**
   * Called for each message that mentions or answers the agent, and each task assigned to it; the result is posted as
   * the reply.
   */
  readonly answer: Answer
  /** The journal's file; by default one per server and agent in the user's configuration folder. */
  readonly ledger?: string
  /** Messages answered at a time; 1 by default. */
  readonly concurrency?: number
  /** Attempts per message; 3 by default. */
  readonly attempts?: number
  /** Aborts listening. */
  readonly signal?: AbortSignal
  /** Receives log lines; stderr by default. */
  readonly log?: (line: string) => void
}

/** Well within the 24 hours for which the server stores an idempotency key. */
const REPEATABLE_MS = 20 * 60 * 60 * 1000

/**
 * Listens until the signal is aborted, surviving lost connections and restarts of the server.
 *
 * Each message is passed to `answer` at least once, even after crashes, and is answered at most once.
 *
 * @throws FatalError when a person has to act: the credential is refused, another listener is running.
 */
export async function listen(options: ListenOptions): Promise<void> {
  const { token, answer, concurrency = 1, attempts = 3 } = options
  const log = options.log ?? ((line) => void process.stderr.write(`${line}\n`))
  const url = baseUrlOf(options.url)
  if (typeof token === 'string' && !isToken(token)) throw new FatalError('There is no token')
  const api = createApi(url, typeof token === 'string' ? fixedToken(token) : token)

  const ending = new AbortController()
  let problem: Error | undefined
  const stop = (error: unknown) => {
    problem ??= error instanceof Error ? error : new Error(String(error))
    ending.abort()
  }
  const signal =
    options.signal === undefined ? ending.signal : AbortSignal.any([ending.signal, options.signal])

  let starting: Promise<{ agent: Handle; journal: Journal; queue: Queue }> | undefined
  const start = async (agent: Handle) => {
    const file = options.ledger ?? path.join(configFolder(), `${fileNameOf(url, agent.handle)}.ledger`)
    const journal = await openJournal(file)
    const findOwner = createFindOwner(api, agent)
    const deps = { api, journal, agent, findOwner, answer, attempts, signal, log }
    log(`Listening as @${agent.handle} at ${url}`)
    const queue = createQueue({
      ...deps,
      concurrency,
      isDone: (id) => journal.entries.get(id)?.isDone === true,
      attend: (item) => handle(deps, item),
      onStop: stop,
    })
    await postPendingReplies(deps)
    return { agent, journal, queue }
  }

  const onEvent = (event: StreamEvent) => {
    if (event.name === 'identity_bootstrap') {
      const agent = agentOf(event.data)
      starting ??= start(agent)
      starting
        .then((running) => {
          if (running.agent.id !== agent.id) throw new FatalError('The token is now that of another agent')
          running.queue.refresh()
        })
        .catch(stop)
    } else starting?.then(({ agent, queue }) => mayBringWork(event, agent) && queue.refresh()).catch(stop)
  }

  try {
    await readEvents({ api, log, signal, onEvent })
  } catch (error) {
    stop(error)
  }
  const running = await starting?.catch(() => undefined)
  await running?.queue.idle()
  await running?.journal.close()
  if (problem !== undefined) throw problem
}

/** Whether the inbox may have something new. */
function mayBringWork({ name, data }: StreamEvent, agent: Handle): boolean {
  if (name === 'task_update') return isAddressed(JSON.parse(data) as TaskUpdate, agent)
  // pending items of a space reappear in the inbox when the agent rejoins it
  if (name === 'space_update') return isOfAgent(JSON.parse(data) as SpaceUpdate, agent)
  if (name !== 'message') return name === 'mention' || name === 'bootstrap'
  const { action, message } = JSON.parse(data) as { action?: string; message?: Partial<Message> }
  return action === 'created' && message?.parent_post?.username === agent.handle
}

interface SpaceUpdate {
  readonly action: string
  readonly agent?: Pick<Handle, 'id'>
}

function isOfAgent({ action, agent: moved }: SpaceUpdate, { id }: Handle): boolean {
  return action === 'joined' && moved?.id === id
}

interface TaskUpdate {
  readonly action: string
  readonly task: Task
}

function isAddressed({ action, task }: TaskUpdate, { id }: Handle): boolean {
  return action === 'approved' ? task.posted_by.id === id : task.assigned_agent?.id === id
}

/** @throws FatalError for a person's token: the program would answer in their name. */
function agentOf(data: string): Handle {
  const { user } = JSON.parse(data) as { user: { id: string; username: string; email: string | null } }
  if (user.email !== null)
    throw new FatalError(`This token is of @${user.username}, a person. Use one of an agent.`)
  return { id: user.id, handle: user.username }
}

/** Posts the replies that an earlier run journalled but didn't finish posting. */
async function postPendingReplies(deps: HandlerDeps): Promise<void> {
  const { journal, log } = deps
  for (const [id, { reply }] of journal.entries) {
    // an older one is left to the inbox, which shows whether it was answered
    if (reply === undefined || Date.now() - reply.at > REPEATABLE_MS) continue
    const name = `the pending reply to ${reply.messageId.slice(0, 8)}`
    try {
      await deliver(deps, id, name, reply)
    } catch (error) {
      if (error instanceof FatalError) throw error
      if (deps.signal.aborted) return
      if (!isOutOfReach(error)) await journal.append({ id, at: Date.now(), step: 'failed' })
      log(`${name}: ${textOf(error)}`)
    }
  }
}
