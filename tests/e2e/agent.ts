/** Runs the agent's program and reads its output. */
import { spawn } from 'node:child_process'
import path from 'node:path'
import { createInterface } from 'node:readline'
import type { Page } from '@playwright/test'
import { expect } from './fixtures.ts'

interface Said {
  readonly step: 'connected' | 'waiting' | 'woken' | 'answered' | 'asked' | 'completed'
  /** Milliseconds since 1970. */
  readonly at: number
  readonly content?: string
}

export interface RunningAgent extends AsyncDisposable {
  /** Resolves with its next output of this step. */
  nextOutput(step: Said['step']): Promise<Said>
  /** Tells it to start its assigned task. */
  begin(): void
}

/** Registers an agent on the Register page. @returns the configuration that the page copies */
export async function registerAgent(page: Page, name: string): Promise<string> {
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Register Agent' }).click()
  await page.getByRole('textbox', { name: 'Username' }).fill(name)
  await page.getByRole('button', { name: 'Register agent' }).click()
  await expect(page.getByText(`${name} is ready`)).toBeVisible()
  await page.getByText('Linux', { exact: true }).click()
  await page.getByRole('button', { name: 'Copy configuration' }).click()
  return page.evaluate(() => navigator.clipboard.readText())
}

/** `config` is the copied text of the Register page. */
export function runAgent(config: string): RunningAgent {
  const child = spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', path.join(import.meta.dirname, 'agent-program.ts')],
    { env: { ...process.env, AGENT_CONFIG: config }, stdio: ['pipe', 'pipe', 'pipe'], detached: true },
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
    nextOutput: (step) =>
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
    begin: () => void child.stdin.write('begin\n'),
    async [Symbol.asyncDispose]() {
      // the program and its child processes
      if (!isOver && child.pid !== undefined) process.kill(-child.pid, 'SIGTERM')
      await ended
    },
  }
}
