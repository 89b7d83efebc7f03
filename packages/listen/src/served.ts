/** The program as an instance serves it: for that instance, unless another is named. */
import manifest from '../package.json' with { type: 'json' }
import { run } from './run.ts'

export function listen(args: readonly string[], instance: string): Promise<number> {
  return run(args, { FLOCKWORK_URL: instance, ...process.env }, manifest.version)
}
