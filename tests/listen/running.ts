/** A listener process and its output. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'

export interface RunningListener extends AsyncDisposable {
  readonly said: readonly string[]
  /** Resolves once it has printed a matching line. */
  says(line: RegExp): Promise<string>
  kill(signal: NodeJS.Signals): void
  /** Resolves when it has exited, with its exit code; null after a signal. */
  readonly ended: Promise<number | null>
}

export function startProgram(
  args: readonly string[],
  { cwd, env }: { cwd: string; env: Record<string, string> },
): RunningListener {
  const child = spawn(process.execPath, [...args], {
    cwd,
    env: { PATH: process.env['PATH'], ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const said: string[] = []
  const waiting = new Set<() => void>()
  const lines = createInterface({ input: child.stderr })
  lines.on('line', (line) => {
    said.push(line)
    for (const look of waiting) look()
  })
  // not the end of its stderr: when the listener is killed, its command keeps that open
  const ended = once(child, 'exit').then(([code]) => code as number | null)
  let isOver = false
  void ended.then(() => (isOver = true))

  return {
    said,
    ended,
    kill: (signal) => void child.kill(signal),
    says: (line) =>
      new Promise((resolve, reject) => {
        const look = () => {
          const found = said.find((one) => line.test(one))
          if (found !== undefined) {
            waiting.delete(look)
            resolve(found)
          }
        }
        waiting.add(look)
        look()
        lines.once('close', () => reject(new Error(`It never said ${String(line)}:\n${said.join('\n')}`)))
      }),
    async [Symbol.asyncDispose]() {
      if (!isOver) child.kill('SIGKILL')
      await ended
    },
  }
}
