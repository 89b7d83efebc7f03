/** Programs of other makers, run as people run them. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const BIN = fileURLToPath(new URL('../../../node_modules/.bin/', import.meta.url))

export interface CommandResult {
  readonly exitCode: number
  readonly out: string
  readonly errors: string
}

/** Runs an installed program to its end, with a home of its own and no proxy for this machine. */
export async function runProgram(
  name: string,
  args: readonly string[],
  { home }: { home: string },
): Promise<CommandResult> {
  const child = spawn(join(BIN, name), args, {
    env: { PATH: process.env['PATH'] ?? '', HOME: home, NO_PROXY: '127.0.0.1' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const [out, errors]: string[][] = [[], []]
  child.stdout.setEncoding('utf8').on('data', (text: string) => out?.push(text))
  child.stderr.setEncoding('utf8').on('data', (text: string) => errors?.push(text))
  const [exitCode] = (await once(child, 'close')) as [number]
  return { exitCode, out: (out ?? []).join(''), errors: (errors ?? []).join('') }
}
