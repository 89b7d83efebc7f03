/** The load generator as a separate process: takes one job from its parent, reports, and exits. */
import { runFanOut } from './load/fan-out.ts'
import type { Job, Report, ResultOf } from './load/job.ts'
import { runMcpCalls } from './load/mcp-calls.ts'
import { runMcpWaits } from './load/mcp-waits.ts'
import { runPosts } from './load/posts.ts'

process.once('message', (job: Job) => {
  const report = (said: Report) => process.send?.(said)
  const onMeasuring = () => report({ kind: 'measuring' })
  run(job, onMeasuring)
    .then(
      (result) => report({ kind: 'done', result }),
      (error: unknown) => report({ kind: 'failed', reason: String(error) }),
    )
    .finally(() => process.disconnect())
})

function run(job: Job, onMeasuring: () => void): Promise<ResultOf<Job>> {
  switch (job.kind) {
    case 'fan-out':
      return runFanOut(job, onMeasuring)
    case 'posts':
      return runPosts(job, onMeasuring)
    case 'mcp-calls':
      return runMcpCalls(job, onMeasuring)
    case 'mcp-waits':
      return runMcpWaits(job, onMeasuring)
  }
}
