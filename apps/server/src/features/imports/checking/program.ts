/**
 * Runs the dry run in a separate process: it uses the CPU for seconds, and a hostile file may exhaust its
 * memory or crash it, but not the server.
 */
import { BadArchive } from '../archives/bounds.ts'
import type { Answer, Question } from './check.ts'
import { prepareImport } from './prepare.ts'

// the server is gone, so nobody waits for the answer
process.once('disconnect', () => process.exit())
// check.ts starts it, and sends exactly this
process.once('message', (question: Question) => {
  void answerTo(question).then((answer) => process.send?.(answer, () => process.exit()))
})

async function answerTo({ paths, now }: Question): Promise<Answer> {
  try {
    const { place, report } = await prepareImport(paths, now)
    const { source, placeId } = place
    return { checked: { source, placeId, report } }
  } catch (error) {
    if (error instanceof BadArchive) return { bad: error.message }
    return { error: error instanceof Error ? (error.stack ?? error.message) : String(error) }
  }
}
