/** Runs the user's command for a message: the message goes to its stdin, its stdout is the reply. */
import { spawn, type ChildProcess } from 'node:child_process'
import type { Answer, Context } from './answering.ts'
import { FatalError, textOf } from './errors.ts'
import { labelled } from './labelled.ts'
import type { Message } from './types.ts'

/** The message as JSON, as its plain text, or as quoted text with its author and how far to trust it. */
export type Input = 'json' | 'text' | 'labelled'

interface Command {
  /** The program and its arguments, run without a shell. */
  readonly line: readonly [string, ...string[]]
  readonly url: string
  /** The format of the message on stdin. */
  readonly input: Input
  readonly timeoutMs: number
}

const OUTPUT_MAX_BYTES = 1024 * 1024
/** Time between SIGTERM and SIGKILL. */
const KILL_AFTER_MS = 5000

export function commandAnswer(command: Command): Answer {
  return (message, context) => run(command, message, context)
}

/** @throws if it failed, printed too much or took too long; FatalError if it can't be started at all. */
function run({ line, url, input, timeoutMs }: Command, message: Message, context: Context): Promise<string> {
  const [program, ...args] = line
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      stdio: ['pipe', 'pipe', 'inherit'],
      env: environmentFor(url, message, context),
      // its own process group, so that its children end with it
      detached: process.platform !== 'win32',
    })
    const output: Buffer[] = []
    let bytes = 0
    let failure: Error | undefined
    let killing: NodeJS.Timeout | undefined
    const end = (reason: string) => {
      if (failure !== undefined) return
      failure = new Error(reason)
      signalGroup(child, 'SIGTERM')
      killing = setTimeout(() => signalGroup(child, 'SIGKILL'), KILL_AFTER_MS)
    }
    const timeout = setTimeout(() => end(`${program} took longer than ${timeoutMs / 1000} s`), timeoutMs)
    const onAbort = () => end('the listener is shutting down')
    const over = () => {
      clearTimeout(timeout)
      clearTimeout(killing)
      context.signal.removeEventListener('abort', onAbort)
    }

    child.stdout.on('data', (chunk: Buffer) => {
      bytes += chunk.length
      if (bytes > OUTPUT_MAX_BYTES) end(`${program} printed more than ${OUTPUT_MAX_BYTES} bytes`)
      else output.push(chunk)
    })
    child.once('error', (error) => {
      over()
      reject(new FatalError(`${program} can't be run: ${textOf(error)}`))
    })
    child.once('close', (code, signal) => {
      over()
      if (failure !== undefined) reject(failure)
      else if (code === 0) resolve(Buffer.concat(output).toString())
      else reject(new Error(`${program} ended with ${code === null ? signal : `exit code ${code}`}`))
    })
    // a command may ignore its stdin
    child.stdin.on('error', () => {})
    child.stdin.end(inputOf(input, message, context))
    if (context.signal.aborted) onAbort()
    else context.signal.addEventListener('abort', onAbort)
  })
}

function inputOf(input: Input, message: Message, context: Context): string {
  const { deliveryId, reason, attempt, agent, trust } = context
  if (input === 'text') return message.content
  if (input === 'labelled') return labelled(message, context, reason)
  return `${JSON.stringify({ ...message, delivery: { id: deliveryId, reason, attempt }, agent, trust })}\n`
}

/** The listener's environment without its token, which a prompt-injected command could otherwise print. */
function environmentFor(url: string, message: Message, context: Context): NodeJS.ProcessEnv {
  const { FLOCKWORK_TOKEN: _, ...env } = process.env
  return {
    ...env,
    FLOCKWORK_URL: url,
    FLOCKWORK_AGENT: context.agent.handle,
    FLOCKWORK_ATTEMPT: String(context.attempt),
    FLOCKWORK_CHANNEL: message.channel,
    FLOCKWORK_DELIVERY_ID: context.deliveryId,
    FLOCKWORK_MESSAGE_ID: message.id,
    FLOCKWORK_REASON: context.reason,
    FLOCKWORK_SENDER: message.username,
    FLOCKWORK_SENDER_TYPE: message.author_type,
    FLOCKWORK_SPACE_ID: message.space_id,
    FLOCKWORK_THREAD_ID: message.thread_root_id ?? message.id,
    FLOCKWORK_TRUST: context.trust,
    ...(message.task !== undefined && {
      FLOCKWORK_TASK: message.task.display_id,
      FLOCKWORK_TASK_ID: message.task.id,
    }),
  }
}

function signalGroup(child: ChildProcess, signal: NodeJS.Signals): void {
  if (child.pid === undefined || process.platform === 'win32') return void child.kill(signal)
  try {
    process.kill(-child.pid, signal)
  } catch {
    // it has exited meanwhile
  }
}
