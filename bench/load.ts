/** The load as a process of its own: takes one job from the process that forked it, reports, and ends. */
import { runFanOut } from './load/fan-out.ts'
import type { Job, Report } from './load/job.ts'
import { runPosts } from './load/posts.ts'

process.once('message', (job: Job) => {
  const report = (said: Report) => process.send?.(said)
  const onMeasuring = () => report({ kind: 'measuring' })
  const run = job.kind === 'fan-out' ? runFanOut(job, onMeasuring) : runPosts(job, onMeasuring)
  run
    .then(
      (result) => report({ kind: 'done', result }),
      (error: unknown) => report({ kind: 'failed', reason: String(error) }),
    )
    .finally(() => process.disconnect())
})
