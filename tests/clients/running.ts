/** A program with a temporary home, set up as the pages say, with the fake model. */
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { inject } from 'vitest'
import { clientSetups } from '@flockwork/contract/clients/setups'
import type { Program } from './programs.ts'
import { startModel, type Script } from './stand-in/model.ts'

export interface SetUp extends AsyncDisposable {
  /** Runs it until the script is over and it exits. @throws what the script threw. */
  run(script: Script): Promise<void>
  /** The same, but to be ended by `kill`, together with everything that it started. */
  start(script: Script): Promise<Running>
}

export interface Running {
  readonly ended: Promise<void>
  readonly kill: () => Promise<void>
}

export async function setUp(
  program: Program,
  { url, token }: { readonly url: string; readonly token: string },
): Promise<SetUp> {
  const home = await mkdtemp(join(tmpdir(), 'flockwork-client-'))
  const work = join(home, 'work')
  await mkdir(work)
  // the Node that runs this: the system's may be too old for them
  const path = [inject('clientsPath'), dirname(process.execPath), process.env['PATH'] ?? ''].join(':')
  const env = { PATH: path, HOME: home, NO_PROXY: '127.0.0.1', FLOCKWORK_TOKEN: token }
  await program.prepare?.(home)
  await promisify(execFile)('sh', ['-ec', program.setupIn(clientSetups({ url, token }))], { cwd: work, env })

  const start = async (script: Script): Promise<Running> => {
    let failure: Error | undefined
    const model = await startModel(program.protocol, async (act) => {
      try {
        await script(act)
      } catch (error) {
        failure = error instanceof Error ? error : new Error(String(error))
      }
    })
    const [command, ...args] = program.command(model.url)
    const child = spawn(command, args, {
      cwd: work,
      env: { ...env, ...program.env(model.url) },
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => (output += text))
    }
    const closed = once(child, 'close').then(() => model[Symbol.asyncDispose]())
    return {
      ended: closed.then(() => {
        if (failure !== undefined) throw failure
        if (child.exitCode !== 0) throw new Error(`${command} ended with ${child.exitCode}: ${output}`)
      }),
      kill: async () => {
        if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, 'SIGKILL')
        await closed
      },
    }
  }

  return {
    start,
    run: async (script) => (await start(script)).ended,
    async [Symbol.asyncDispose]() {
      await rm(home, { recursive: true, force: true })
    },
  }
}
