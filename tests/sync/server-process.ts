/** The real server in its own process, as a user starts it. */
import { spawn, type ChildProcess } from 'node:child_process'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

const MAIN = fileURLToPath(new URL('../../apps/server/src/main.ts', import.meta.url))

export interface ServerProcess {
  readonly url: string
  readonly process: ChildProcess
}

/** Resolves once it is ready; `said` takes each line of its output. */
export async function startProcess(
  env: Readonly<Record<string, string>>,
  said: string[],
): Promise<ServerProcess> {
  const child = spawn(process.execPath, [MAIN], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: process.env['PATH'], PORT: '0', RATE_LIMIT_SCALE: '1000', ...env },
  })
  const lines = createInterface({ input: child.stdout })
  lines.on('line', (line) => said.push(line))
  createInterface({ input: child.stderr }).on('line', (line) => said.push(line))
  const url = await new Promise<string>((resolve, reject) => {
    lines.on('line', (line) => {
      const address = /is ready at (http:\S+?)\.( |$)/.exec(line)?.[1]
      if (address !== undefined) resolve(address)
    })
    child.on('exit', () => reject(new Error(`The server did not start: ${said.slice(-5).join('\n')}`)))
  })
  return { url, process: child }
}
