/** The product as a user starts it: a separate process on a free port, with its own data. */
import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'

const ROOT = path.join(import.meta.dirname, '..', '..')
const READY = /Flockwork is ready at (http:\/\/\S+?)\.(?:\s|$)/

const SETUP_CODE = /Setup code for the first account: (\S+)\n/

export interface Product {
  readonly url: string
  readonly dataDir: string
  /** The setup code that it printed for the first account, if it needs one. */
  setupCode(): Promise<string>
  /** Makes the person an administrator, with the operator's command. */
  makeAdmin(name: string): Promise<void>
  /** Stops and restarts it, at the same URL and with the same data. */
  restart(): Promise<void>
  stop(): Promise<void>
}

/** `env` is added to the environment that all tested products have. */
export async function startProduct(env: Readonly<Record<string, string>> = {}): Promise<Product> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'flockwork-e2e-'))
  let child = launch(dataDir, '0', env)
  const code = printed(child, SETUP_CODE)
  const url = await readyAddress(child)
  return {
    url,
    dataDir,
    setupCode: () => code,
    async makeAdmin(name) {
      const program = path.join(ROOT, 'apps/server/src/cli/admin.ts')
      const args = ['--disable-warning=ExperimentalWarning', program, 'make-admin', name]
      await promisify(execFile)(process.execPath, args, {
        cwd: ROOT,
        env: { ...process.env, DATA_DIR: dataDir, ...env },
      })
    },
    async restart() {
      await end(child)
      child = launch(dataDir, new URL(url).port, env)
      await readyAddress(child)
    },
    async stop() {
      await end(child)
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

function launch(dataDir: string, port: string, env: Readonly<Record<string, string>>): ChildProcess {
  return spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', path.join(ROOT, 'apps/server/src/main.ts')],
    {
      cwd: ROOT,
      env: {
        ...process.env,
        DATA_DIR: dataDir,
        PORT: port,
        LOG_LEVEL: 'error',
        RATE_LIMIT_SCALE: '100',
        ...env,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  )
}

async function end(child: ChildProcess): Promise<void> {
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  await ended
}

/** The first match; never settles if there is none. */
function printed(child: ChildProcess, what: RegExp): Promise<string> {
  return new Promise((resolve) => {
    let output = ''
    child.stdout?.on('data', (chunk: Buffer) => {
      output += chunk.toString()
      const found = what.exec(output)?.[1]
      if (found !== undefined) resolve(found)
    })
  })
}

function readyAddress(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let output = ''
    const onOutput = (chunk: Buffer) => {
      output += chunk.toString()
      const address = READY.exec(output)?.[1]
      if (address !== undefined) resolve(address)
    }
    child.stdout?.on('data', onOutput)
    child.stderr?.on('data', onOutput)
    child.once('exit', () => reject(new Error(`The product did not start:\n${output}`)))
  })
}
