/** The composer's worker thread. */
import { parentPort } from 'node:worker_threads'
import { compose } from './compose.ts'
import type { Done, Job } from './composer.ts'
import { countExactly, countQuickly } from './tokens.ts'

const COUNTING = { exactly: countExactly, quickly: countQuickly }

// the first count builds the tokenizer's tables
countExactly('ready')
parentPort?.postMessage('ready' satisfies Done)

parentPort?.on('message', ({ id, material, size }: Job) => {
  parentPort?.postMessage(answer(id, () => compose(material, size, COUNTING)))
})

function answer(id: number, make: () => ReturnType<typeof compose>): Done {
  try {
    return { id, answer: make() }
  } catch (error) {
    return { id, failure: error instanceof Error ? (error.stack ?? error.message) : String(error) }
  }
}
