/** A measured server as a child process: resolves once it prints its URL. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'

export interface Child {
  readonly pid: number
  readonly port: number
  /** `SIGKILL`: without a chance to clean up. */
  end(signal?: 'SIGTERM' | 'SIGKILL'): Promise<void>
}

const READY = /ready at http:\/\/[^\s/]*?:(\d+)/i
const QUIET = '--disable-warning=ExperimentalWarning'

export async function startChild(args: readonly string[], env: Record<string, string>): Promise<Child> {
  const child = spawn(process.execPath, [QUIET, ...args], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = once(child, 'exit')
  const killWithUs = () => child.kill('SIGKILL')
  process.once('exit', killWithUs)

  const port = await new Promise<number>((resolve, reject) => {
    let said = ''
    child.stdout.setEncoding('utf8')
    child.stdout.on('data', (text: string) => {
      said += text
      const found = READY.exec(said)?.[1]
      if (found !== undefined) resolve(Number(found))
    })
    void ended.then(() => reject(new Error(`${args.join(' ')} ended before it was ready: ${said}`)))
  })
  if (child.pid === undefined) throw new Error(`${args.join(' ')} could not be started`)

  return {
    pid: child.pid,
    port,
    async end(signal = 'SIGTERM') {
      process.off('exit', killWithUs)
      child.kill(signal)
      await ended
    },
  }
}
