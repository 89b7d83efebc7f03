/** Runs the agent's program and hears what it says. */
import { spawn } from 'node:child_process'
import path from 'node:path'
import { createInterface } from 'node:readline'

interface Said {
  readonly step: 'connected' | 'waiting' | 'woken' | 'answered'
  /** Milliseconds since 1970. */
  readonly at: number
  readonly content?: string
}

export interface RunningAgent extends AsyncDisposable {
  /** The next time it says this. */
  hears(step: Said['step']): Promise<Said>
}

/** `config` is the text that the Register page shows. */
export function runAgent(config: string): RunningAgent {
  const child = spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', path.join(import.meta.dirname, 'agent-program.ts')],
    { env: { ...process.env, AGENT_CONFIG: config }, stdio: ['ignore', 'pipe', 'pipe'], detached: true },
  )
  const said: Said[] = []
  const listeners = new Set<() => void>()
  let errors = ''
  let isOver = false
  const tell = () => listeners.forEach((listener) => listener())

  createInterface({ input: child.stdout }).on('line', (line) => {
    said.push(JSON.parse(line) as Said)
    tell()
  })
  child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()))
  const ended = new Promise<void>((resolve) => {
    child.once('exit', () => {
      isOver = true
      resolve()
      tell()
    })
  })

  return {
    hears: (step) =>
      new Promise((resolve, reject) => {
        const look = () => {
          const index = said.findIndex((one) => one.step === step)
          const found = said[index]
          if (found !== undefined) {
            said.splice(0, index + 1)
            listeners.delete(look)
            resolve(found)
          } else if (isOver) {
            listeners.delete(look)
            reject(new Error(`The agent ended before it was ${step}:\n${errors}`))
          }
        }
        listeners.add(look)
        look()
      }),
    async [Symbol.asyncDispose]() {
      // the program and what it started
      if (!isOver && child.pid !== undefined) process.kill(-child.pid, 'SIGTERM')
      await ended
    },
  }
}
