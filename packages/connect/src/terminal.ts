/** Terminal input and output. */
import { createInterface } from 'node:readline/promises'

export interface Terminal {
  say(line?: string): void
  complain(line: string): void
  /** Undefined without an interactive terminal. */
  readonly ask: ((question: string) => Promise<string>) | undefined
}

export function realTerminal(): Terminal {
  const canAsk = process.stdin.isTTY && process.stdout.isTTY
  return {
    say: (line = '') => void process.stdout.write(`${line}\n`),
    complain: (line) => void process.stderr.write(`${line}\n`),
    ask: canAsk ? ask : undefined,
  }
}

async function ask(question: string): Promise<string> {
  const lines = createInterface({ input: process.stdin, output: process.stdout })
  // the end of the input means no
  const closed = new Promise<string>((resolve) => lines.once('close', () => resolve('q')))
  try {
    return (await Promise.race([lines.question(question), closed])).trim()
  } finally {
    lines.close()
  }
}
