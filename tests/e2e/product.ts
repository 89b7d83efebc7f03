/** The product as a user starts it: a process of its own on a free port, with its own data. */
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'

const ROOT = path.join(import.meta.dirname, '..', '..')
const READY = /Flockwork is ready at (http:\/\/\S+?)\.(?:\s|$)/

export interface Product {
  readonly url: string
  stop(): Promise<void>
}

export async function startProduct(): Promise<Product> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'flockwork-e2e-'))
  const child = spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', path.join(ROOT, 'apps/server/src/main.ts')],
    {
      cwd: ROOT,
      env: { ...process.env, DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'error', RATE_LIMIT_SCALE: '100' },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  )
  const url = await readyAddress(child)
  return {
    url,
    async stop() {
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      await ended
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

function readyAddress(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let output = ''
    const hear = (chunk: Buffer) => {
      output += chunk.toString()
      const address = READY.exec(output)?.[1]
      if (address !== undefined) resolve(address)
    }
    child.stdout?.on('data', hear)
    child.stderr?.on('data', hear)
    child.once('exit', () => reject(new Error(`The product did not start:\n${output}`)))
  })
}
