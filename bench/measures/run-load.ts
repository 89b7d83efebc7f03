/** Runs one load in a separate process. */
import { fork } from 'node:child_process'
import type { Job, Report, ResultOf } from '../load/job.ts'

/** A load that exceeds its time by this much has hung. */
const PATIENCE_MS = 90_000

export function runLoad<J extends Job>(job: J, onMeasuring?: () => void): Promise<ResultOf<J>> {
  const load = fork(new URL('../load.ts', import.meta.url))
  const killWithUs = () => load.kill('SIGKILL')
  process.once('exit', killWithUs)

  return new Promise<ResultOf<J>>((resolve, reject) => {
    const timer = setTimeout(
      () => reject(new Error('The load hangs')),
      job.warmUpMs + job.measureMs + PATIENCE_MS,
    )
    load.on('message', (report: Report) => {
      if (report.kind === 'measuring') return onMeasuring?.()
      clearTimeout(timer)
      // the result is of the job that was sent
      if (report.kind === 'done') resolve(report.result as ResultOf<J>)
      else reject(new Error(report.reason))
    })
    load.on('exit', (code) => {
      clearTimeout(timer)
      reject(new Error(`The load ended with ${code}`))
    })
    load.send(job)
  }).finally(() => {
    process.off('exit', killWithUs)
    load.kill('SIGKILL')
  })
}
