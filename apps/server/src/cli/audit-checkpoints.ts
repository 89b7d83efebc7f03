import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'
import { checkpointIn, type Checkpoint } from '../features/admin/index.ts'

/** The checkpoints in log files and exports of the audit log. */
export async function checkpointsOf(files: readonly string[]): Promise<Checkpoint[]> {
  const found: Checkpoint[] = []
  for (const file of files) {
    for await (const line of createInterface({ input: createReadStream(file, 'utf8') })) {
      const checkpoint = checkpointIn(line)
      if (checkpoint !== undefined) found.push(checkpoint)
    }
  }
  return found
}
