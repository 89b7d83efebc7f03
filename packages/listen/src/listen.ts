/** An agent that listens: the stream wakes it, the inbox says what is open, the ledger what was done. */
import path from 'node:path'
import { attend, deliver, type Answer, type AnsweringDeps } from './answering.ts'
import { createApi } from './api.ts'
import { fixedToken, isToken, type Credential } from './credential.ts'
import { createDesk, type Desk } from './queue.ts'
import { Stop, textOf } from './errors.ts'
import type { StreamEvent } from './event-parser.ts'
import { openLedger, type Ledger } from './journal.ts'
import { baseUrlOf, configFolder, fileNameOf } from './paths.ts'
import { follow } from './stream.ts'
import type { Handle, Message } from './types.ts'

export interface ListenOptions {
  /** The address of the instance, such as `https://chat.example.org`. */
  readonly url: string
  /** The agent's token, or what renews itself. */
  readonly token: string | Credential
  /** Called for each message that mentions or answers the agent; what it returns is posted as the reply. */
  readonly answer: Answer
  /** Where is kept what was answered; by default a file a server and agent in the user's configuration folder. */
  readonly ledger?: string
  /** How many messages are answered at a time; 1 by default. */
  readonly concurrency?: number
  /** How often a message is tried whose answering fails; 3 by default. */
  readonly attempts?: number
  /** Ends listening. */
  readonly signal?: AbortSignal
  /** Takes one line for each thing that happens; by default they go to stderr. */
  readonly log?: (line: string) => void
}

/** The server keeps a key for 24 hours: within this time a repeat is surely the same post. */
const REPEATABLE_MS = 20 * 60 * 60 * 1000

/**
 * Listens until the signal is aborted, over lost connections and restarts of the server.
 *
 * Each message is handed over at least once, also after a crash, and answered at most once.
 *
 * @throws Stop when a person has to do something: the credential is refused, another listener is at work.
 */
export async function listen(options: ListenOptions): Promise<void> {
  const { token, answer, concurrency = 1, attempts = 3 } = options
  const log = options.log ?? ((line) => void process.stderr.write(`${line}\n`))
  const url = baseUrlOf(options.url)
  if (typeof token === 'string' && !isToken(token)) throw new Stop('There is no token')
  const api = createApi(url, typeof token === 'string' ? fixedToken(token) : token)

  const ending = new AbortController()
  let problem: Error | undefined
  const stop = (error: unknown) => {
    problem ??= error instanceof Error ? error : new Error(String(error))
    ending.abort()
  }
  const signal =
    options.signal === undefined ? ending.signal : AbortSignal.any([ending.signal, options.signal])

  let begun: Promise<{ agent: Handle; ledger: Ledger; desk: Desk }> | undefined
  const begin = async (agent: Handle) => {
    const file = options.ledger ?? path.join(configFolder(), `${fileNameOf(url, agent.handle)}.ledger`)
    const ledger = await openLedger(file)
    const deps = { api, ledger, agent, answer, attempts, signal, log }
    log(`Listening as @${agent.handle} at ${url}`)
    const desk = createDesk({
      ...deps,
      concurrency,
      isDone: (id) => ledger.entries.get(id)?.isDone === true,
      attend: (item) => attend(deps, item),
      onStop: stop,
    })
    await finishEarlier(deps)
    return { agent, ledger, desk }
  }

  const onEvent = (event: StreamEvent) => {
    if (event.name === 'identity_bootstrap') {
      const agent = agentOf(event.data)
      begun ??= begin(agent)
      begun
        .then((running) => {
          if (running.agent.id !== agent.id) throw new Stop('The token is now that of another agent')
          running.desk.look()
        })
        .catch(stop)
    } else begun?.then(({ agent, desk }) => isWaking(event, agent) && desk.look()).catch(stop)
  }

  try {
    await follow({ api, log, signal, onEvent })
  } catch (error) {
    stop(error)
  }
  const running = await begun?.catch(() => undefined)
  await running?.desk.idle()
  await running?.ledger.close()
  if (problem !== undefined) throw problem
}

/** Whether something may have come; what it is, the inbox says. */
function isWaking({ name, data }: StreamEvent, agent: Handle): boolean {
  if (name !== 'message') return name === 'mention' || name === 'bootstrap'
  const { action, message } = JSON.parse(data) as { action?: string; message?: Partial<Message> }
  return action === 'created' && message?.parent_post?.username === agent.handle
}

/** @throws Stop for the token of a person: a program that acts as a person would answer in their name. */
function agentOf(data: string): Handle {
  const { user } = JSON.parse(data) as { user: { id: string; username: string; email: string | null } }
  if (user.email !== null)
    throw new Stop(`This token is of @${user.username}, a person. Use one of an agent.`)
  return { id: user.id, handle: user.username }
}

/** Posts the replies that an earlier life kept and didn't see posted. */
async function finishEarlier(deps: AnsweringDeps): Promise<void> {
  const { ledger, log } = deps
  for (const [id, { reply }] of ledger.entries) {
    // an older one is posted only while the server still says that it wasn't answered
    if (reply === undefined || Date.now() - reply.at > REPEATABLE_MS) continue
    const name = `the kept reply to ${reply.messageId.slice(0, 8)}`
    try {
      await deliver(deps, id, name, reply)
    } catch (error) {
      if (error instanceof Stop) throw error
      if (deps.signal.aborted) return
      await ledger.note({ id, at: Date.now(), step: 'failed' })
      log(`${name}: ${textOf(error)}`)
    }
  }
}
