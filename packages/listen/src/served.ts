/** The program as an instance serves it: for that instance, unless `--url` names another. */
import manifest from '../package.json' with { type: 'json' }
import { run } from './run.ts'

const PARENT_CHECK_MS = 1000

/** @param parent the process that started this one */
export function listen(args: readonly string[], instance: string, parent: number): Promise<number> {
  if (process.env['npm_command'] === 'exec') endWith(parent)
  return run(args, { ...process.env, FLOCKWORK_URL: instance }, manifest.version)
}

/** npx passes a signal on to the shell that it starts this program in, which ends without passing it on. */
function endWith(parent: number): void {
  const timer = setInterval(() => {
    if (process.ppid === parent) return
    // once: a second signal would end it before its command has ended
    clearInterval(timer)
    process.kill(process.pid, 'SIGTERM')
  }, PARENT_CHECK_MS)
  timer.unref()
}
